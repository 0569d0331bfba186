import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { mailFilesTable } from '../../../src/background/mail/mail-files.ts';
import { mailJobsTable } from '../../../src/background/mail/mail-jobs.ts';
import { messagesTable } from '../../../src/extensions/forms/inbox/message-table.ts';
import { type FormSite, formSite, type MailServer, mailServer, runFormCommand } from './form-client.ts';

let mail: MailServer;
let site: FormSite;
let refuse: (address: string) => Error | null;
/** When the server says that it has a message. */
let confirm: () => Promise<void>;
beforeEach(async () => {
  refuse = () => null;
  confirm = async () => {};
  mail = await mailServer(
    (address) => refuse(address),
    0,
    () => confirm(),
  );
  site = await formSite({ smtpUrl: mail.url, leads: true });
});
afterEach(async () => {
  await site.close();
  await mail.close();
});

const template = '[text* your-name] [email your-email] [textarea your-message] [file f filetypes:txt]';
const owner = {
  subject: 'News from [your-name]',
  sender: '[your-name] <desk@example.org>',
  recipient: 'box@example.org',
  body: '[your-name] wrote:\n[your-message]\n[_site_title] [_remote_ip]',
  additional_headers: 'Reply-To: [your-email]\nX-Form: [_serial_number]',
  attachments: '[f]',
};
const jobs = () => site.platen.store.table(mailJobsTable).find({});
const statuses = async () => (await site.platen.store.table(messagesTable).find({})).map((message) => message.status);
/** The mail that arrived; a visitor is answered after a few seconds, whether it has or not. */
const received = async (count = 1) => {
  await expect.poll(() => mail.received.length).toBe(count);
  return mail.received;
};

describe('the mail of a form', () => {
  it('arrives with its headers, its text and its files', async () => {
    const id = await site.form(template, { mail: owner });
    const fields = { 'your-name': 'Ann Bee', 'your-email': 'ann@example.net', 'your-message': 'Grüße\nfrom here' };
    const answer = await site.send(id, fields, {
      files: { f: { name: 'note.txt', content: 'the file', type: 'text/plain' } },
    });
    expect(answer.body.status).toBe('mail_sent');
    const { from, to, headers, source } = (await received())[0]!;
    expect([from, to]).toEqual(['desk@example.org', ['box@example.org']]);
    expect(headers.get('subject')).toBe('News from Ann Bee');
    expect(headers.get('from')).toBe('Ann Bee <desk@example.org>');
    expect(headers.get('reply-to')).toBe('ann@example.net');
    expect(headers.get('x-form')).toBe('1');
    expect(source).toMatch(/filename=note\.txt/);
    expect(source).toContain(Buffer.from('the file').toString('base64'));
    expect(source).toContain('127.0.0.1');
    await expect.poll(statuses).toEqual(['mail_sent']);
    expect(await jobs()).toMatchObject([{ state: 'sent', message: null }]);
    expect(await site.platen.store.table(mailFilesTable).count({})).toBe(0);
  });

  it('and the visitor’s copy follows it', async () => {
    const id = await site.form(template, {
      mail: owner,
      mail_2: { ...owner, active: true, recipient: '[your-email]', subject: 'Your copy', attachments: '' },
    });
    await site.send(id, { 'your-name': 'Ann', 'your-email': 'ann@example.net' });
    await expect.poll(() => mail.received.map((one) => one.to[0])).toEqual(['box@example.org', 'ann@example.net']);
  });

  it.each([
    ['name', { 'your-name': 'Ann\r\nBcc: evil@example.net' }],
    ['address', { 'your-name': 'Ann', 'your-message': 'x\r\n.\r\nBcc: evil@example.net' }],
    ['name with a NUL', { 'your-name': 'Ann\u0000\r\n\r\nbody' }],
  ])('no header gets in through the %s', async (_, fields) => {
    const id = await site.form(template, { mail: owner });
    await site.send(id, fields);
    const [only] = await received();
    expect(only?.to).toEqual(['box@example.org']);
    expect(only?.headers.has('bcc')).toBe(false);
  });

  it('a server that refuses for good fails the message, and it can be sent again', async () => {
    refuse = () => Object.assign(new Error('no such user'), { responseCode: 550 });
    const id = await site.form(template, { mail: owner });
    expect((await site.send(id, { 'your-name': 'Ann' })).body.status).toBe('mail_failed');
    expect(await statuses()).toEqual(['mail_failed']);
    expect(await jobs()).toMatchObject([{ state: 'failed', message: { subject: 'News from Ann' } }]);
  });

  it('a server that is busy puts it off, and the visitor need not know', async () => {
    refuse = () => Object.assign(new Error('try later'), { responseCode: 451 });
    const id = await site.form(template, { mail: owner });
    expect((await site.send(id, { 'your-name': 'Ann' })).body.status).toBe('mail_sent');
    await expect.poll(jobs).toMatchObject([{ state: 'pending', attempts: 1 }]);
    expect(await statuses()).toEqual(['pending']);
  });

  it('a mail nobody can get is a failure, and the message is kept', async () => {
    const id = await site.form(template, { mail: { ...owner, recipient: '[your-email]' } });
    expect((await site.send(id, { 'your-name': 'Ann', 'your-email': '' })).body.status).toBe('mail_failed');
    expect(await statuses()).toEqual(['mail_failed']);
    expect(mail.received).toEqual([]);
  });

  it('nothing stays of a message that must not be stored', async () => {
    const id = await site.form(template, { mail: owner, additional_settings: 'do_not_store: on' });
    expect((await site.send(id, { 'your-name': 'Ann' })).body.status).toBe('mail_sent');
    await received();
    expect(await statuses()).toEqual([]);
    await expect.poll(jobs).toMatchObject([{ state: 'sent', message: null }]);
  });

  it('what a request says of its host never reaches the mail', async () => {
    const id = await site.form(template, { mail: { ...owner, body: '[_url] [_site_url]' } });
    await site.send(
      id,
      { 'your-name': 'Ann' },
      { headers: { 'x-forwarded-host': 'evil.example', referer: 'https://evil.example/x' } },
    );
    const [only] = await received();
    expect(only?.source).not.toContain('evil.example');
    expect(only?.source).toContain('http://site.test');
  });
});

describe('what was taken for spam by mistake', () => {
  const trapped = { 'your-name': 'Ann', 'your-email': 'ann@example.net', _cform_website: 'filled' };
  const caught = async (): Promise<string> => {
    const id = await site.form(template, {
      mail: owner,
      mail_2: { ...owner, active: true, recipient: '[your-email]', subject: 'Your copy', attachments: '' },
    });
    expect((await site.send(id, trapped)).body.status).toBe('spam');
    expect(await statuses()).toEqual(['spam']);
    expect(mail.received).toEqual([]);
    expect(await runFormCommand(site, 'forms outbox')).toBe('');
    const [message] = await site.platen.store.table(messagesTable).find({});
    return String(message!.id);
  };

  it('is sent late, to the owner and then to the visitor', async () => {
    const id = await caught();
    const held = Promise.withResolvers<void>();
    confirm = () => held.promise;
    await runFormCommand(site, 'forms not-spam', { id });
    expect(await statuses()).toEqual(['pending']);
    held.resolve();
    await expect
      .poll(() => mail.received.map((one) => one.to[0]), { timeout: 300_000 })
      .toEqual(['box@example.org', 'ann@example.net']);
    expect(mail.received[0]?.headers.get('subject')).toBe('News from Ann');
    await expect.poll(statuses).toEqual(['mail_sent']);
    await runFormCommand(site, 'forms spam', { id });
    await runFormCommand(site, 'forms not-spam', { id });
    expect(await statuses()).toEqual(['mail_sent']);
  });

  it('or only taken out, and then erased without a trace', async () => {
    const id = await caught();
    await runFormCommand(site, 'forms not-spam', { id }, { quiet: '' });
    expect(await statuses()).toEqual(['mail_failed']);
    expect(await jobs()).toMatchObject([{ state: 'parked' }, { state: 'parked' }]);
    await runFormCommand(site, 'forms erase', { address: 'ann@example.net' });
    expect(await jobs()).toEqual([]);
  });
});

describe('files of the site that go with every mail', () => {
  const attach = (attachments: string) =>
    site.as('editor').post('/forms/v1/contact-forms', {
      form: template,
      mail: { ...owner, attachments },
    });

  it('are attached by their path', async () => {
    const folder = join(site.platen.config.dataDir, 'uploads/2024/05');
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, 'terms.txt'), 'our terms');
    const made = await attach('[f]\nuploads/2024/05/terms.txt');
    expect(made.body.config_errors).not.toHaveProperty(['mail.attachments']);
    await site.send(made.body.id, { 'your-name': 'Ann' });
    const [only] = await received();
    expect(only?.source).toMatch(/filename=terms\.txt/);
    expect(only?.source).toContain(Buffer.from('our terms').toString('base64'));
  });

  it('but nothing outside the uploads, and the owner is told', async () => {
    const made = await attach('uploads/../platen.db\n/etc/passwd\nuploads/absent.pdf\n[other]');
    expect(made.body.config_errors['mail.attachments']).toHaveLength(3);
    expect((await site.send(made.body.id, { 'your-name': 'Ann' })).body.status).toBe('mail_sent');
    expect((await received())[0]?.source).not.toMatch(/content-disposition: attachment/i);
  });
});

it('without a mail server the message waits in the inbox', async () => {
  const alone = await formSite({ leads: true });
  try {
    const id = await alone.form(template, { mail: owner });
    expect((await alone.send(id, { 'your-name': 'Ann' })).body.status).toBe('mail_sent');
    expect(await alone.platen.store.table(messagesTable).count({ formId: id })).toBe(1);
    const unkept = await alone.form(template, { mail: owner, additional_settings: 'do_not_store: on' });
    expect((await alone.send(unkept, { 'your-name': 'Ann' })).body.status).toBe('mail_failed');
  } finally {
    await alone.close();
  }
});
