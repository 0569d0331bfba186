import { createServer, type Socket } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type MailServer, mailServer } from '../api/form-client.ts';
import { type ServerProcess, serverProcess } from './server-process.ts';

let mail: MailServer | null;
let server: ServerProcess;
let mailPort: number;

beforeEach(async () => {
  mail = await mailServer();
  mailPort = mail.port;
  server = await serverProcess({ PLATEN_SMTP_URL: mail.url });
});
afterEach(async () => {
  await server.remove();
  await mail?.close();
});

const authorization = `Basic ${Buffer.from('admin:password').toString('base64')}`;

async function makeForm(): Promise<number> {
  const body = JSON.stringify({
    title: 'Contact',
    form: '[text* your-name] [file f filetypes:txt]',
    mail: {
      subject: 'From [your-name]',
      sender: 'desk@example.org',
      recipient: 'box@example.org',
      body: 'x',
      attachments: '[f]',
    },
  });
  const answer = await fetch(`${server.origin}/wp-json/forms/v1/contact-forms`, {
    method: 'POST',
    body,
    headers: { authorization, 'content-type': 'application/json' },
  });
  return ((await answer.json()) as { id: number }).id;
}

async function send(form: number, name: string): Promise<string> {
  const body = new FormData();
  body.append('your-name', name);
  body.append('f', new Blob([`file of ${name}`]), 'note.txt');
  const answer = await fetch(`${server.origin}/wp-json/forms/v1/contact-forms/${form}/feedback`, {
    method: 'POST',
    body,
  });
  return ((await answer.json()) as { status: string }).status;
}

/** Something that takes connections and never says a word. */
async function mute(port: number): Promise<{ close(): Promise<void> }> {
  const sockets = new Set<Socket>();
  const listening = createServer((socket) => sockets.add(socket.on('error', () => {})));
  await new Promise<void>((done) => listening.listen(port, '127.0.0.1', done));
  return {
    close: () => {
      for (const socket of sockets) socket.destroy();
      return new Promise((done) => listening.close(() => done()));
    },
  };
}

const subjects = (box: MailServer) => box.received.map((one) => one.headers.get('subject')).toSorted();

test('what was accepted while the mail server was down arrives once, although the process is killed meanwhile', async () => {
  const form = await makeForm();
  expect(await send(form, 'first')).toBe('mail_sent');
  expect(subjects(mail!)).toEqual(['From first']);
  await mail!.close();
  mail = null;
  const names = Array.from({ length: 5 }, (_, n) => `visitor ${n}`);
  for (const name of names) expect(await send(form, name)).toBe('mail_sent');
  await server.kill();
  mail = await mailServer(() => null, mailPort);
  await server.start();
  await server.command('forms', 'send-now');
  const box = mail;
  await expect.poll(() => subjects(box), { timeout: 40_000 }).toEqual(names.map((name) => `From ${name}`));
  await server.kill();
  await server.start();
  await new Promise((next) => setTimeout(next, 2_000));
  expect(subjects(box)).toHaveLength(names.length);
  for (const name of names) {
    expect(
      box.received.filter((one) => one.source.includes(Buffer.from(`file of ${name}`).toString('base64'))),
    ).toHaveLength(1);
  }
});

test('a mail that was on its way when the process died goes out at the next start, once', async () => {
  const form = await makeForm();
  await mail!.close();
  mail = null;
  const silent = await mute(mailPort);
  expect(await send(form, 'halfway')).toBe('mail_sent');
  await server.kill();
  await silent.close();
  mail = await mailServer(() => null, mailPort);
  await server.start();
  const box = mail;
  await expect.poll(() => subjects(box), { timeout: 30_000 }).toEqual(['From halfway']);
  await server.kill();
  await server.start();
  await new Promise((next) => setTimeout(next, 2_000));
  expect(subjects(box)).toEqual(['From halfway']);
});

test('whichever process takes the message, the mail goes out', async () => {
  await server.remove();
  server = await serverProcess({ PLATEN_SMTP_URL: mail!.url, PLATEN_WORKERS: '2' });
  const form = await makeForm();
  const names = Array.from({ length: 6 }, (_, n) => `visitor ${n}`);
  for (const name of names) expect(await send(form, name)).toBe('mail_sent');
  const box = mail!;
  await expect.poll(() => subjects(box), { timeout: 30_000 }).toEqual(names.map((name) => `From ${name}`));
});
