import { createReadStream } from 'node:fs';
import { access, constants } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { MailMessage } from './mail-message.ts';
import type { MailTransport, SendOutcome } from './mail-transport.ts';
import type { Mailbox } from './mailbox.ts';

/** The mail server and the folder of attachments. */
export interface SmtpOptions {
  /** `smtp://user:password@host:port` or `smtps://…`. */
  readonly url: string;
  readonly attachmentFolder: string;
  readonly timeoutMs?: number;
}

/** Sends through an SMTP server over pooled connections; a message cannot make it read other files or URLs. */
export function smtpTransport({ url, attachmentFolder, timeoutMs = 30_000 }: SmtpOptions): MailTransport {
  // Loaded with the first message: many processes never send one.
  const open = async () => {
    const { default: nodemailer } = await import('nodemailer');
    return nodemailer.createTransport({
      url,
      pool: true,
      maxConnections: 2,
      disableFileAccess: true,
      disableUrlAccess: true,
      connectionTimeout: timeoutMs,
      greetingTimeout: timeoutMs,
      socketTimeout: timeoutMs,
    });
  };
  let mailer: ReturnType<typeof open> | null = null;
  const send = async (message: MailMessage): Promise<SendOutcome> => {
    try {
      mailer ??= open();
      const info = await (await mailer).sendMail(await envelope(message, attachmentFolder));
      const rejected = info.rejected.length > 0 ? `; refused for ${info.rejected.length} recipients` : '';
      return { kind: 'sent', note: `${info.response}${rejected}` };
    } catch (error) {
      return outcomeOf(error);
    }
  };
  return { send, close: () => void mailer?.then((opened) => opened.close()) };
}

async function envelope(message: MailMessage, folder: string) {
  const attachments = await Promise.all(
    message.attachments.map(async ({ file, filename, contentType }) => {
      const path = join(folder, basename(file));
      await access(path, constants.R_OK);
      return { filename, contentType, content: createReadStream(path) };
    }),
  );
  return {
    messageId: message.messageId,
    date: new Date(message.date),
    from: address(message.from),
    to: message.to.map(address),
    cc: message.cc.map(address),
    bcc: message.bcc.map(address),
    replyTo: message.replyTo.map(address),
    subject: message.subject,
    ...(message.html ? { html: message.body } : { text: message.body }),
    headers: message.headers.map(([key, value]) => ({ key, value })),
    attachments,
  };
}

const address = ({ name, address }: Mailbox) => ({ name, address });

/**
 * A 5xx is the server's final answer for this message, and a missing attachment cannot come back. Everything else, a
 * rejected log-in included, is a problem of the server or its settings, so the message is retried.
 */
function outcomeOf(error: unknown): SendOutcome {
  if (!(error instanceof Error)) return { kind: 'deferred', error: String(error).slice(0, 500) };
  const code = 'code' in error ? error.code : undefined;
  const responseCode = 'responseCode' in error ? error.responseCode : undefined;
  const final = typeof responseCode === 'number' && responseCode >= 500 && code !== 'EAUTH';
  return {
    kind: final || code === 'ENOENT' || code === 'EACCES' ? 'refused' : 'deferred',
    error: error.message.slice(0, 500),
  };
}
