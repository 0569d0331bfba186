import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { SMTPServer } from 'smtp-server';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { composeMessage, type MailDraft } from './compose-message.ts';
import { MailFileMissing } from './mail-files.ts';
import type { MailTransport } from './mail-transport.ts';
import { smtpTransport } from './mail-transport.ts';

interface Received {
  from: string;
  to: string[];
  source: string;
}

const files = new Map<string, Buffer>();
/** Files in memory; the rest of the way is real. */
const open = async (file: string) => {
  const bytes = files.get(file);
  if (!bytes) throw new MailFileMissing(file);
  return Readable.from([bytes]);
};
let received: Received[];
let answer: (address: string) => Error | null;
let server: SMTPServer;
let transport: MailTransport;

beforeEach(async () => {
  files.clear();
  received = [];
  answer = () => null;
  server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo: ({ address }, _session, done) => done(answer(address)),
    onData(stream, { envelope }, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const from = envelope.mailFrom === false ? '' : envelope.mailFrom.address;
        received.push({ from, to: envelope.rcptTo.map((to) => to.address), source: Buffer.concat(chunks).toString() });
        done();
      });
    },
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.server.address() as AddressInfo;
  transport = smtpTransport({ url: `smtp://127.0.0.1:${port}`, open, timeoutMs: 60_000 });
});

afterEach(async () => {
  transport.close();
  await new Promise<void>((done) => server.close(() => done()));
});

function compose(change: Partial<MailDraft>) {
  const composed = composeMessage(
    {
      sender: 'Desk <desk@example.org>',
      recipient: 'box@example.org',
      subject: 'Grüße',
      body: 'First line\nSecond line',
      html: false,
      headerLines: [],
      attachments: [],
      ...change,
    },
    new Date('2024-05-06T07:08:09Z'),
  );
  if ('problem' in composed) throw new Error(composed.problem);
  return composed.message;
}

/** Header lines unfolded, keyed by lower-case name. */
function headersOf(source: string): Map<string, string> {
  const head = source.slice(0, source.indexOf('\r\n\r\n')).replace(/\r\n[ \t]+/g, ' ');
  return new Map(
    head
      .split('\r\n')
      .map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 2)]),
  );
}

describe('sending over SMTP', () => {
  it('the message arrives with its headers, its id and its hidden recipients in the envelope alone', async () => {
    const message = compose({
      headerLines: ['Reply-To: Ann <ann@example.org>', 'Bcc: hidden@example.org', 'X-Ticket: 7'],
    });
    expect(await transport.send(message)).toMatchObject({ kind: 'sent' });
    const [mail] = received;
    expect(mail).toMatchObject({ from: 'desk@example.org', to: ['box@example.org', 'hidden@example.org'] });
    const headers = headersOf(mail!.source);
    expect(headers.get('message-id')).toBe(message.messageId);
    expect(headers.get('from')).toBe('Desk <desk@example.org>');
    expect(headers.get('reply-to')).toBe('Ann <ann@example.org>');
    expect(headers.get('x-ticket')).toBe('7');
    expect(headers.get('subject')).toBe('=?UTF-8?Q?Gr=C3=BC=C3=9Fe?=');
    expect(headers.get('date')).toBe('Mon, 06 May 2024 07:08:09 +0000');
    expect(headers.has('bcc')).toBe(false);
    expect(mail!.source).toContain('First line\r\nSecond line');
  });

  it('an attachment arrives whole, under the name its sender gave it', async () => {
    const bytes = Buffer.from(Array.from({ length: 5_000 }, (_, n) => n % 256));
    files.set('f00', bytes);
    const message = compose({
      attachments: [{ file: 'f00', filename: 'Zeugnis "neu".bin', contentType: 'application/octet-stream' }],
    });
    expect(await transport.send(message)).toMatchObject({ kind: 'sent' });
    const { source } = received[0]!;
    expect(source).toMatch(/Content-Disposition: attachment/);
    const encoded = /base64\r\n(?:[^\r]+\r\n)*\r\n([A-Za-z0-9+/=\r\n]+)\r\n-/.exec(source)?.[1];
    expect(Buffer.from(encoded ?? '', 'base64').equals(bytes)).toBe(true);
  });

  it('an HTML body is sent as HTML', async () => {
    await transport.send(compose({ html: true, body: '<p>Hi</p>' }));
    expect(headersOf(received[0]!.source).get('content-type')).toBe('text/html; charset=utf-8');
  });

  it('no header can be injected through any part', async () => {
    const evil = '\r\nBcc: evil@example.net\r\n\r\nbody';
    await transport.send(
      compose({
        subject: `Hi${evil}`,
        sender: `Desk${evil} <desk@example.org>`,
        headerLines: [`X-A: b${evil}`, `Reply-To: a@example.org${evil}`],
      }),
    );
    const headers = headersOf(received[0]!.source);
    expect(headers.has('bcc')).toBe(false);
    expect(received[0]!.to).toEqual(['box@example.org']);
  });

  it('tells a permanent refusal from a passing one', async () => {
    answer = () => Object.assign(new Error('no such user'), { responseCode: 550 });
    expect(await transport.send(compose({}))).toMatchObject({ kind: 'refused' });
    answer = () => Object.assign(new Error('try later'), { responseCode: 451 });
    expect(await transport.send(compose({}))).toMatchObject({ kind: 'deferred' });
  });

  it('a message some recipients refuse is sent to the others', async () => {
    answer = (address) =>
      address === 'box@example.org' ? null : Object.assign(new Error('no'), { responseCode: 550 });
    expect(await transport.send(compose({ recipient: 'box@example.org, gone@example.org' }))).toMatchObject({
      kind: 'sent',
      note: expect.stringContaining('refused for 1 recipients'),
    });
  });

  it('a server that is not there, or wants another password, leaves the message waiting', async () => {
    const away = smtpTransport({ url: 'smtp://127.0.0.1:1', open, timeoutMs: 500 });
    expect(await away.send(compose({}))).toMatchObject({ kind: 'deferred' });
    away.close();
    const { port } = server.server.address() as AddressInfo;
    const locked = smtpTransport({
      url: `smtp://user:wrong@127.0.0.1:${port}`,
      open,
      timeoutMs: 500,
    });
    expect(await locked.send(compose({}))).toMatchObject({ kind: 'deferred' });
    locked.close();
  });

  it('a lost attachment fails the message instead of sending half of it', async () => {
    const message = compose({ attachments: [{ file: 'gone', filename: 'x', contentType: 'text/plain' }] });
    expect(await transport.send(message)).toMatchObject({ kind: 'refused' });
    expect(received).toEqual([]);
  });
});
