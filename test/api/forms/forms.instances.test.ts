import { afterEach, beforeEach, expect, it } from 'vitest';
import { type FreshDatabase, freshDatabase } from '../../support/database.ts';
import { freePort } from '../../support/free-port.ts';
import { run, type ServerProcess, startServer, temporaryFolder } from '../../support/server-process.ts';
import { type MailServer, mailServer } from './form-client.ts';

const closing: (() => Promise<unknown>)[] = [];
let database: FreshDatabase;
beforeEach(async () => {
  database = await freshDatabase();
});
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
  await database.drop();
});

const settings = (smtp: string) => ({
  PLATEN_DATABASE_URL: database.url,
  PLATEN_SMTP_URL: smtp,
  PLATEN_ADMIN_PASSWORD: 'password',
  PLATEN_SAMPLE_CONTENT: 'off',
  PLATEN_THROTTLE: 'off',
  PLATEN_LOG_LEVEL: 'warn',
});

/** An instance with a data folder of its own, on the database of all. */
async function instance(smtp: string): Promise<ServerProcess> {
  const folder = await temporaryFolder();
  closing.push(folder.remove);
  const server = await startServer({ dataDir: folder.path, env: settings(smtp) });
  closing.push(async () => server.child.kill('SIGKILL'));
  return server;
}

function kill({ child }: ServerProcess): Promise<void> {
  return new Promise((resolve) => {
    child.once('exit', () => resolve());
    child.kill('SIGKILL');
  });
}

async function form(server: ServerProcess): Promise<number> {
  const answer = await fetch(`${server.url}/wp-json/forms/v1/contact-forms`, {
    method: 'POST',
    headers: {
      authorization: `Basic ${Buffer.from('admin:password').toString('base64')}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify({
      title: 'Contact',
      form: '[text* your-name] [file f filetypes:txt]',
      mail: {
        subject: 'From [your-name]',
        sender: 'desk@example.org',
        recipient: 'box@example.org',
        body: 'x',
        attachments: '[f]',
      },
    }),
  });
  return ((await answer.json()) as { id: number }).id;
}

async function send(server: ServerProcess, id: number, name: string): Promise<string> {
  const body = new FormData();
  body.append('your-name', name);
  body.append('f', new Blob([`file of ${name}`]), 'note.txt');
  const answer = await fetch(`${server.url}/wp-json/forms/v1/contact-forms/${id}/feedback`, { method: 'POST', body });
  return ((await answer.json()) as { status: string }).status;
}

const subjects = (box: MailServer) => box.received.map(({ headers }) => headers.get('subject')).toSorted();
const names = Array.from({ length: 4 }, (_, n) => `visitor ${n}`);

/** Each message arrived once, with its file. */
function expectOnce(box: MailServer, expected: readonly string[]): void {
  expect(subjects(box)).toEqual(expected.map((name) => `From ${name}`));
  for (const name of expected) {
    const encoded = Buffer.from(`file of ${name}`).toString('base64');
    expect(box.received.filter(({ source }) => source.includes(encoded))).toHaveLength(1);
  }
}

it('mail with attachments goes out through another instance when the one that took it died', async () => {
  // Another server takes the same port later, so that nobody else may get it in between.
  const first = await mailServer(() => null, await freePort());
  const [one, other] = [await instance(first.url), await instance(first.url)];
  const id = await form(one);
  await first.close();
  for (const name of names) expect(await send(one, id, name)).toBe('mail_sent');
  await kill(one);
  const box = await mailServer(() => null, first.port);
  closing.push(() => box.close());
  await run(['forms', 'send-now'], { ...settings(box.url), PLATEN_DATA_DIR: other.dataDir });
  await expect.poll(() => box.received.length, { timeout: 300_000 }).toBe(names.length);
  expect(await send(other, id, 'zero')).toBe('mail_sent');
  await expect.poll(() => box.received.length, { timeout: 300_000 }).toBe(names.length + 1);
  expectOnce(box, [...names, 'zero']);
});

it('a mail whose sender died before it heard the reply arrives again, with the same Message-ID', async () => {
  const holding = Promise.withResolvers<void>();
  const box = await mailServer(
    () => null,
    0,
    () => holding.promise,
  );
  closing.push(() => box.close());
  const one = await instance(box.url);
  const id = await form(one);
  const answer = send(one, id, 'twice').catch(() => 'no answer');
  await expect.poll(() => box.received.length, { timeout: 300_000 }).toBe(1);
  await kill(one);
  await answer;
  holding.resolve();
  const other = await instance(box.url);
  await expect.poll(() => box.received.length, { timeout: 300_000 }).toBe(2);
  expect(await send(other, id, 'after')).toBe('mail_sent');
  await expect.poll(() => box.received.length, { timeout: 300_000 }).toBe(3);
  expect(subjects(box)).toEqual(['From after', 'From twice', 'From twice']);
  const ids = box.received.map(({ headers }) => headers.get('message-id'));
  expect(new Set(ids).size).toBe(2);
  expect(other.output()).toContain('it may arrive twice');
});
