import type { Readable } from 'node:stream';
import { MailFileMissing } from './mail-files.ts';
import type { Mailbox, MailMessage } from './mail-message.ts';

/** The result of one attempt: accepted, worth a retry, or rejected permanently. */
export type SendOutcome =
  | { readonly kind: 'sent'; readonly note: string }
  | { readonly kind: 'deferred'; readonly error: string }
  | { readonly kind: 'refused'; readonly error: string };

/** Delivers messages; it reports failure as a value and never throws. */
export interface MailTransport {
  send(message: MailMessage): Promise<SendOutcome>;
  close(): void;
}

/** The mail server, and where attachments come from. */
export interface SmtpOptions {
  /** `smtp://user:password@host:port` or `smtps://…`. */
  readonly url: string;
  /** Opens an attached file. */
  readonly open: (file: string) => Promise<Readable>;
  readonly timeoutMs?: number;
}

/** How many messages are on their way at the same time. */
export const mostConnections = 2;

/** Sends through an SMTP server over pooled connections; a message cannot make it read other files or URLs. */
export function smtpTransport({ url, open, timeoutMs = 30_000 }: SmtpOptions): MailTransport {
  // Loaded with the first message: many processes never send one.
  const connect = async () => {
    const { default: nodemailer } = await import('nodemailer');
    return nodemailer.createTransport({
      url,
      pool: true,
      maxConnections: mostConnections,
      disableFileAccess: true,
      disableUrlAccess: true,
      connectionTimeout: timeoutMs,
      greetingTimeout: timeoutMs,
      socketTimeout: timeoutMs,
    });
  };
  let mailer: ReturnType<typeof connect> | null = null;
  const send = async (message: MailMessage): Promise<SendOutcome> => {
    try {
      mailer ??= connect();
      const info = await (await mailer).sendMail(await envelope(message, open));
      const rejected = info.rejected.length > 0 ? `; refused for ${info.rejected.length} recipients` : '';
      return { kind: 'sent', note: `${info.response}${rejected}` };
    } catch (error) {
      return outcomeOf(error);
    }
  };
  return { send, close: () => void mailer?.then((opened) => opened.close()) };
}

async function envelope(message: MailMessage, open: SmtpOptions['open']) {
  const attachments = await Promise.all(
    message.attachments.map(async ({ file, filename, contentType }) => ({
      filename,
      contentType,
      content: await open(file),
    })),
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
    kind: final || error instanceof MailFileMissing ? 'refused' : 'deferred',
    error: error.message.slice(0, 500),
  };
}
