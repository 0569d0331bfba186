import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { formCommands } from '../../../src/extensions/forms/form-commands.ts';
import type { PlatenOptions } from '../../../src/index.ts';
import { type Answer, type TestPlaten, testPlaten } from '../../support/platen.ts';
import { runOnStore } from '../../support/run-command.ts';

/** A server that listens, since forms travel over HTTP only. */
export interface FormSite extends TestPlaten {
  readonly origin: string;
  /** Makes a form as the editor would; the number it got. */
  form(template: string, more?: Record<string, unknown>): Promise<number>;
  /** Sends a form as a browser does: urlencoded fields, or multipart where there are files. */
  send(
    id: number,
    fields: Fields,
    more?: { files?: Record<string, SentFile>; headers?: Record<string, string> },
  ): Promise<Answer>;
  fetch(path: string, init?: RequestInit): Promise<Response>;
}

/** Runs a command of the forms on the site's own store; what it printed. */
export function runFormCommand(
  { platen }: TestPlaten,
  name: string,
  operands: Record<string, string> = {},
  flags: Record<string, string> = {},
): Promise<string> {
  return runOnStore(formCommands, name, { operands, flags }, platen);
}

export type Fields = Record<string, string | readonly string[]>;
export interface SentFile {
  readonly name: string;
  readonly content: string | Buffer;
  readonly type?: string;
}

export async function formSite(options: PlatenOptions = {}): Promise<FormSite> {
  const site = await testPlaten({ host: '127.0.0.1', variant: 'a', ...options });
  const origin = await site.platen.listen();
  return {
    ...site,
    origin,
    async form(template, more = {}) {
      const made = await site.as('editor').post('/forms/v1/contact-forms', { title: 'Test', form: template, ...more });
      if (made.status !== 200) throw new Error(`no form: ${made.status} ${JSON.stringify(made.body)}`);
      return made.body.id;
    },
    async send(id, fields, { files, headers = {} } = {}) {
      const pairs = Object.entries(fields).flatMap(([name, value]) =>
        [value].flat().map((one) => [name, one] as const),
      );
      const body = files ? new FormData() : new URLSearchParams();
      for (const [name, value] of pairs) body.append(name, value);
      for (const [name, file] of Object.entries(files ?? {})) {
        (body as FormData).append(name, new Blob([file.content], { type: file.type ?? '' }), file.name);
      }
      const response = await fetch(`${origin}/wp-json/forms/v1/contact-forms/${id}/feedback`, {
        method: 'POST',
        body,
        headers,
      });
      const text = await response.text();
      const isJson = (response.headers.get('content-type') ?? '').includes('json');
      return {
        status: response.status,
        headers: Object.fromEntries(response.headers),
        body: isJson ? JSON.parse(text) : text,
      };
    },
    fetch: (path, init) => fetch(origin + path, init),
  };
}

export interface ReceivedMail {
  readonly from: string;
  readonly to: readonly string[];
  readonly source: string;
  /** Unfolded, by lower-case name. */
  readonly headers: ReadonlyMap<string, string>;
}

export interface MailServer {
  readonly url: string;
  readonly port: number;
  readonly received: ReceivedMail[];
  close(): Promise<void>;
}

/**
 * A real SMTP server; `refuse` may give an error with a `responseCode` for a recipient, and a message that was
 * received is confirmed when `confirm` resolves.
 */
export async function mailServer(
  refuse: (address: string) => Error | null = () => null,
  port = 0,
  confirm: () => Promise<void> = async () => {},
): Promise<MailServer> {
  const received: ReceivedMail[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    // Senders keep their connections; a server that goes does not wait for them.
    closeTimeout: 50,
    onRcptTo: ({ address }, _session, done) => done(refuse(address)),
    onData(stream, { envelope }, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const source = Buffer.concat(chunks).toString();
        const from = envelope.mailFrom === false ? '' : envelope.mailFrom.address;
        received.push({ from, to: envelope.rcptTo.map((to) => to.address), source, headers: headersOf(source) });
        void confirm().then(() => done());
      });
    },
  });
  await new Promise<void>((done) => server.listen(port, '127.0.0.1', done));
  const listening = (server.server.address() as AddressInfo).port;
  return {
    url: `smtp://127.0.0.1:${listening}`,
    port: listening,
    received,
    close: () => new Promise<void>((done) => server.close(() => done())),
  };
}

function headersOf(source: string): ReadonlyMap<string, string> {
  const head = source.slice(0, source.indexOf('\r\n\r\n')).replace(/\r\n[ \t]+/g, ' ');
  return new Map(
    head
      .split('\r\n')
      .map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 2)]),
  );
}
