import { createServer, type Socket } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { type MailServer, mailServer } from '../api/forms/form-client.ts';
import { freePort } from '../support/free-port.ts';
import { type KillableSite, killableSite } from '../support/server-process.ts';

let mail: MailServer | null = null;
let site: KillableSite | undefined;
afterEach(async () => {
  await site?.remove();
  await mail?.close();
});

/** A site and the mail server it sends through. */
async function open(settings: Readonly<Record<string, string>> = {}) {
  // It is used again after a while without a server.
  const box = await mailServer(() => null, await freePort());
  mail = box;
  const opened = await killableSite({ PLATEN_SMTP_URL: box.url, ...settings });
  site = opened;
  return { site: opened, box };
}

/** The mail server goes. */
async function takeDown(box: MailServer): Promise<void> {
  mail = null;
  await box.close();
}

/** A mail server comes back on the same port, with an empty box. */
async function bringUp({ port }: MailServer): Promise<MailServer> {
  mail = await mailServer(() => null, port);
  return mail;
}

const authorization = `Basic ${Buffer.from('admin:password').toString('base64')}`;

async function makeForm({ origin }: KillableSite): Promise<number> {
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
  const answer = await fetch(`${origin}/wp-json/forms/v1/contact-forms`, {
    method: 'POST',
    body,
    headers: { authorization, 'content-type': 'application/json' },
  });
  return ((await answer.json()) as { id: number }).id;
}

async function send({ origin }: KillableSite, form: number, name: string): Promise<string> {
  const body = new FormData();
  body.append('your-name', name);
  body.append('f', new Blob([`file of ${name}`]), 'note.txt');
  const answer = await fetch(`${origin}/wp-json/forms/v1/contact-forms/${form}/feedback`, {
    method: 'POST',
    body,
  });
  return ((await answer.json()) as { status: string }).status;
}

/** Something that takes connections and never says a word; `reached` tells when the first one is there. */
async function mute(port: number): Promise<{ readonly reached: Promise<void>; close(): Promise<void> }> {
  const sockets = new Set<Socket>();
  const { promise: reached, resolve } = Promise.withResolvers<void>();
  const listening = createServer((socket) => {
    sockets.add(socket.on('error', () => {}));
    resolve();
  });
  await new Promise<void>((done) => listening.listen(port, '127.0.0.1', done));
  return {
    reached,
    close: () => {
      for (const socket of sockets) socket.destroy();
      return new Promise((done) => listening.close(() => done()));
    },
  };
}

const subjects = (box: MailServer) => box.received.map((one) => one.headers.get('subject')).toSorted();

/**
 * Kills the site once all mail is written down as sent, starts it and has it send one more message. Mail goes out oldest
 * first, so whatever would have left a second time has left by the time the new one is there.
 */
async function restartAndSend(killed: KillableSite, form: number, box: MailServer, name: string): Promise<void> {
  await expect.poll(() => killed.command('forms', 'outbox'), { timeout: 300_000 }).toBe('');
  await killed.kill();
  await killed.start();
  expect(await send(killed, form, name)).toBe('mail_sent');
  await expect.poll(() => subjects(box), { timeout: 300_000 }).toContain(`From ${name}`);
}

it('what was accepted while the mail server was down arrives once, although the process is killed meanwhile', async () => {
  const opened = await open();
  const form = await makeForm(opened.site);
  expect(await send(opened.site, form, 'first')).toBe('mail_sent');
  await expect.poll(() => subjects(opened.box)).toEqual(['From first']);
  await takeDown(opened.box);
  const names = Array.from({ length: 5 }, (_, n) => `visitor ${n}`);
  for (const name of names) expect(await send(opened.site, form, name)).toBe('mail_sent');
  await opened.site.kill();
  const box = await bringUp(opened.box);
  await opened.site.command('forms', 'send-now');
  await opened.site.start();
  const expected = names.map((name) => `From ${name}`);
  await expect.poll(() => subjects(box), { timeout: 300_000 }).toEqual(expected);
  await restartAndSend(opened.site, form, box, 'zero more');
  expect(subjects(box)).toEqual([...expected, 'From zero more']);
  for (const name of names) {
    expect(
      box.received.filter((one) => one.source.includes(Buffer.from(`file of ${name}`).toString('base64'))),
    ).toHaveLength(1);
  }
});

it('a mail that was on its way when the process died goes out at the next start, once', async () => {
  const opened = await open();
  const form = await makeForm(opened.site);
  await takeDown(opened.box);
  const silent = await mute(opened.box.port);
  const answer = send(opened.site, form, 'halfway').catch(() => 'no answer');
  await silent.reached;
  await opened.site.kill();
  await answer;
  await silent.close();
  const box = await bringUp(opened.box);
  await opened.site.start();
  await expect.poll(() => subjects(box), { timeout: 300_000 }).toEqual(['From halfway']);
  await restartAndSend(opened.site, form, box, 'once more');
  expect(subjects(box)).toEqual(['From halfway', 'From once more']);
});

it('whichever process takes the message, the mail goes out', async () => {
  const { site: opened, box } = await open({ PLATEN_WORKERS: '2' });
  const form = await makeForm(opened);
  const names = Array.from({ length: 6 }, (_, n) => `visitor ${n}`);
  for (const name of names) expect(await send(opened, form, name)).toBe('mail_sent');
  await expect.poll(() => subjects(box), { timeout: 300_000 }).toEqual(names.map((name) => `From ${name}`));
});
