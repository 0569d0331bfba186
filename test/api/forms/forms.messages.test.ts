import { readdir } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mailJobsTable } from '../../../src/background/mail/mail-jobs.ts';
import { messagesTable } from '../../../src/extensions/forms/inbox/message-table.ts';
import type { Answer, Role } from '../../support/platen.ts';
import { type FormSite, formSite, type MailServer, mailServer } from './form-client.ts';

const messages = '/platen/v1/forms/messages';
const template =
  '[text your-name] [email your-email] [text your-subject] [textarea your-message] [file paper filetypes:txt]';

let mail: MailServer;
let site: FormSite;
let refuse: (address: string) => Error | null = () => null;
/** When the server says that it has a message. */
let confirm = async (): Promise<void> => {};
let form: number;

beforeAll(async () => {
  mail = await mailServer(
    (address) => refuse(address),
    0,
    () => confirm(),
  );
  site = await formSite({ smtpUrl: mail.url, leads: true });
  form = await site.form(template, {
    title: 'Contact',
    additional_settings: 'store_files: on',
    mail: {
      subject: '[your-subject]',
      sender: 'desk@example.org',
      recipient: 'box@example.org',
      body: '[your-message]',
    },
  });
});
afterAll(async () => {
  await site.close();
  await mail.close();
});

const editor = () => site.as('editor');
const list = (query = '') => editor().get(`${messages}${query}`);
const subjects = (answer: Answer) => answer.body.map(({ subject }: { subject: string }) => subject);
const today = () => new Date().toISOString().slice(0, 10);

/** Sends the form as a visitor, waits for the first attempt to mail it and returns the number of the message. */
async function receive(
  subject: string,
  more: Record<string, string> = {},
  files?: { paper: { name: string; content: string } },
) {
  const fields = { 'your-name': 'Ann Bee', 'your-email': 'ann@example.net', 'your-subject': subject, ...more };
  const sent = await site.send(form, fields, files ? { files } : {});
  expect(sent.status).toBe(200);
  const newest = async () => {
    const rows = site.platen.store.table(messagesTable);
    return (await rows.find({}, { by: 'id', direction: 'desc' }, { limit: 1, offset: 0 }))[0]!;
  };
  // A visitor is answered after a few seconds, whether the mail has gone out or not.
  await expect.poll(async () => (await newest()).status).not.toBe('pending');
  return (await newest()).id;
}

describe('the inbox', () => {
  it('lists messages newest first, with totals, and narrows by folder, form, text, day and whether they were read', async () => {
    const firstDay = today();
    const first = await receive('Opening hours', { 'your-message': 'When are you open\non Sundays?' });
    await receive('Prices', { 'your-message': 'x'.repeat(500) });
    await receive('Spam', { _cform_website: 'x' });
    const all = await list();
    expect(subjects(all)).toEqual(['Prices', 'Opening hours']);
    expect(all.headers).toMatchObject({ 'x-wp-total': '2', 'x-wp-totalpages': '1' });
    expect(all.body[1]).toMatchObject({
      id: first,
      form,
      form_title: 'Contact',
      status: 'mail_sent',
      from_name: 'Ann Bee',
      from_address: 'ann@example.net',
      is_read: false,
      excerpt: 'When are you open on Sundays?',
    });
    expect(all.body[0].excerpt).toHaveLength(141);
    const page = await list('?per_page=1&page=2');
    expect(subjects(page)).toEqual(['Opening hours']);
    expect(page.headers['link']).toContain('rel="prev"');
    expect(subjects(await list('?folder=spam'))).toEqual(['Spam']);
    expect(subjects(await list('?search=SUNDAYS'))).toEqual(['Opening hours']);
    expect(subjects(await list(`?form=${form}&from=${firstDay}&to=${today()}&unread=true`))).toHaveLength(2);
    expect(await list('?form=999999')).toMatchObject({ body: [] });
    expect(await list('?to=2000-01-01')).toMatchObject({ body: [] });
    expect(await list('?page=9999999')).toMatchObject({ status: 200, body: [] });
  });

  it.each(['from=yesterday', 'to=2026-13-01', 'per_page=0', 'per_page=101', 'page=0', 'folder=attic', 'form=x'])(
    'refuses %s',
    async (query) => {
      expect(await list(`?${query}`)).toMatchObject({ status: 400, body: { code: 'rest_invalid_param' } });
    },
  );

  it('shows one with its fields, and marks it as read and back', async () => {
    const id = await receive('Shown', { 'your-message': 'Grüße' });
    const { body } = await editor().get(`${messages}/${id}`);
    expect(body.fields).toContainEqual({ name: 'your-message', value: 'Grüße' });
    expect(body.mails).toMatchObject([{ kind: 'owner', state: 'sent', last_error: '', next_attempt: null }]);
    expect(body.details.map(({ name }: { name: string }) => name)).toContain('address');
    expect(body.is_read).toBe(false);
    expect((await editor().post(`${messages}/${id}`, { is_read: true })).body.is_read).toBe(true);
    expect(subjects(await list('?unread=true&search=Shown'))).toEqual([]);
    expect((await editor().post(`${messages}/${id}`, { is_read: false })).body.is_read).toBe(false);
    expect(await editor().get(`${messages}/999999`)).toMatchObject({
      status: 404,
      body: { code: 'forms_message_not_found' },
    });
  });

  it('moves to the trash and back, and removes for good with the files', async () => {
    const id = await receive('With a file', {}, { paper: { name: 'my "note".txt', content: 'kept text' } });
    const { body } = await editor().get(`${messages}/${id}`);
    const [file] = body.files;
    expect(file).toMatchObject({ field: 'paper', size: 9, id: expect.any(Number) });
    const got = await site.fetch(`/wp-json${messages}/${id}/files/${file.id}`, { headers: as('editor') });
    expect(await got.text()).toBe('kept text');
    expect(got.headers.get('content-type')).toBe('application/octet-stream');
    expect(got.headers.get('content-disposition')).toMatch(/^attachment; filename\*=UTF-8''[\w%.-]+$/);
    expect(await editor().get(`${messages}/${id + 1000}/files/${file.id}`)).toMatchObject({ status: 404 });

    expect((await editor().post(`${messages}/${id}`, { is_trashed: true })).body.is_trashed).toBe(true);
    expect(subjects(await list())).not.toContain('With a file');
    expect(subjects(await list('?folder=trash'))).toEqual(['With a file']);
    await editor().post(`${messages}/${id}`, { is_trashed: false });
    expect(subjects(await list())).toContain('With a file');
    expect(await editor().delete(`${messages}/${id}`)).toMatchObject({ status: 200, body: { deleted: true } });
    expect(await editor().delete(`${messages}/${id}`)).toMatchObject({ status: 404 });
    expect(await readdir(`${site.platen.config.dataDir}/form-files`)).toEqual([]);
  });

  it('keeps the mail of spam until somebody says that it is none', async () => {
    const id = await receive('Not spam at all', { _cform_website: 'x' });
    expect((await editor().get(`${messages}/${id}`)).body).toMatchObject({
      status: 'spam',
      spam_reason: expect.stringMatching(/./),
      mails: [{ state: 'parked', to: ['box@example.org'] }],
    });
    const before = mail.received.length;
    expect((await editor().post(`${messages}/${id}`, { is_spam: false })).body.status).not.toBe('spam');
    await expect.poll(() => mail.received.length, { timeout: 300_000 }).toBe(before + 1);
    await expect.poll(async () => (await editor().get(`${messages}/${id}`)).body.status).toBe('mail_sent');
    expect((await editor().post(`${messages}/${id}`, { is_spam: true })).body.status).toBe('spam');
    expect((await editor().post(`${messages}/${id}`, { is_spam: false, send: false })).body.status).toBe('mail_sent');
    expect(mail.received).toHaveLength(before + 1);
  });

  it('shows why a mail failed, and sends it again once', async () => {
    refuse = () => Object.assign(new Error('no such user'), { responseCode: 550 });
    const id = await receive('Comes back');
    expect((await editor().get(`${messages}/${id}`)).body).toMatchObject({
      status: 'mail_failed',
      mails: [{ state: 'failed', to: ['box@example.org'], last_error: expect.stringContaining('no such user') }],
    });
    expect(subjects(await list('?folder=undelivered'))).toEqual(['Comes back']);
    refuse = () => null;
    const before = mail.received.length;
    const held = Promise.withResolvers<void>();
    confirm = () => held.promise;
    expect((await editor().post(`${messages}/${id}/retry`)).body.status).toBe('pending');
    held.resolve();
    await expect
      .poll(async () => (await editor().get(`${messages}/${id}`)).body.status, { timeout: 300_000 })
      .toBe('mail_sent');
    expect(mail.received).toHaveLength(before + 1);
    expect(await editor().post(`${messages}/${id}/retry`)).toMatchObject({
      status: 409,
      body: { code: 'forms_nothing_to_send' },
    });
  });

  it('streams CSV in which no cell is a formula', async () => {
    await receive('=HYPERLINK("http://evil.example")', { 'your-message': '@SUM(A1)' });
    const got = await site.fetch('/wp-json/platen/v1/forms/export?search=evil', { headers: as('editor') });
    expect(got.headers.get('content-type')).toBe('text/csv; charset=UTF-8');
    const bytes = new Uint8Array(await got.arrayBuffer());
    expect([...bytes.slice(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
    const [head, record, end] = new TextDecoder().decode(bytes).split('\r\n');
    expect(head).toMatch(/^id,received,status,from,subject,your-name/);
    expect(record).toContain(`"'=HYPERLINK(""http://evil.example"")"`);
    expect(record).toContain(`,'@SUM(A1)`);
    expect(end).toBe('');
  });
});

describe('privacy', () => {
  it('erases an address wherever it stands, with mail and all', async () => {
    await receive('Mine', { 'your-email': 'eve@example.net' });
    await receive('Names her', { 'your-message': 'write to EVE@example.net' });
    expect(await editor().post('/platen/v1/forms/erasure', { address: 'Eve@Example.net' })).toMatchObject({
      status: 200,
      body: { removed: 2 },
    });
    expect(subjects(await list('?search=eve@'))).toEqual([]);
    expect(await editor().post('/platen/v1/forms/erasure', { address: 'eve' })).toMatchObject({ status: 400 });
    expect(await editor().post('/platen/v1/forms/erasure')).toMatchObject({ status: 400 });
  });

  it('removes what was kept long enough, and nothing else', async () => {
    const rows = site.platen.store.table(messagesTable);
    const [old, fresh, waiting] = [await receive('Old'), await receive('Fresh'), await receive('Waiting')];
    const longAgo = Date.now() - 40 * 86_400_000;
    await rows.update({ id: { in: [old, waiting] } }, { receivedMs: longAgo });
    await rows.update({ id: waiting }, { status: 'pending' });
    const set = await editor().post('/platen/v1/forms/retention', { delivered: 30, undelivered: 30 });
    expect(set).toMatchObject({ status: 200, body: { delivered: 30, undelivered: 30, spam: 0, trash: 0 } });
    expect(
      (await rows.find({ id: { in: [old, fresh, waiting] } })).map(({ id }) => id).toSorted((a, b) => a - b),
    ).toEqual([fresh, waiting]);
    expect(await site.platen.store.table(mailJobsTable).count({ reference: `forms:${old}` })).toBe(0);
    await rows.update({ id: fresh }, { trashedMs: longAgo });
    await editor().post('/platen/v1/forms/retention', { trash: 7 });
    expect(await rows.count({ id: fresh })).toBe(0);
    expect((await editor().get('/platen/v1/forms/retention')).body).toEqual({
      delivered: 30,
      undelivered: 30,
      spam: 0,
      trash: 7,
    });
    for (const wrong of [{ spam: -1 }, { spam: 1.5 }, { spam: 'x' }, { spam: 99_999 }])
      expect(await editor().post('/platen/v1/forms/retention', wrong)).toMatchObject({ status: 400 });
  });
});

describe('the preview of a form', () => {
  const preview = (who: Role, body: unknown) => site.as(who).post('/platen/v1/forms/preview', body);

  it('shows the form, its fields and what is wrong with its mail, and stores nothing', async () => {
    const before = (await editor().get('/forms/v1/contact-forms')).body.length;
    const { status, body } = await preview('editor', {
      form: '<label>Name [text* who]</label> [submit "Go"]',
      mail: { subject: '[who]', sender: 'someone@elsewhere.example', recipient: 'not an address', body: '' },
    });
    expect(status).toBe(200);
    expect(body.html).toContain('name="who"');
    expect(body.fields).toEqual([{ name: 'who', type: 'text' }]);
    const sections = body.warnings.map(({ section }: { section: string }) => section);
    expect(sections).toEqual(expect.arrayContaining(['mail.recipient', 'mail.body']));
    expect((await editor().get('/forms/v1/contact-forms')).body).toHaveLength(before);
  });

  it('refuses wrong types and texts without end', async () => {
    expect(await preview('editor', { form: { a: 1 } })).toMatchObject({ status: 400 });
    expect(await preview('editor', { mail: 'x' })).toMatchObject({ status: 400 });
    expect((await preview('editor', { form: 'x'.repeat(3_000_000) })).status).toBeGreaterThanOrEqual(400);
  });
});

describe('who may', () => {
  const routes = [
    ['GET', messages],
    ['GET', '/platen/v1/forms/export'],
    ['GET', `${messages}/1`],
    ['POST', `${messages}/1`],
    ['DELETE', `${messages}/1`],
    ['POST', `${messages}/1/retry`],
    ['GET', `${messages}/1/files/1`],
    ['GET', '/platen/v1/forms/retention'],
    ['POST', '/platen/v1/forms/retention'],
    ['POST', '/platen/v1/forms/erasure'],
    ['POST', '/platen/v1/forms/preview'],
  ] as const;

  it.each(routes)('%s %s: editors and administrators only', async (method, path) => {
    const status = async (who: Role) =>
      (await site.as(who).send(method, path, { body: { address: 'no@one.example' } })).status;
    expect(await status('anonymous')).toBe(401);
    for (const who of ['subscriber', 'contributor', 'author'] as const) expect(await status(who)).toBe(403);
    for (const who of ['editor', 'administrator'] as const) expect([200, 404, 409]).toContain(await status(who));
  });

  it('is not told to discovery', async () => {
    const { body } = await site.as('administrator').get('/');
    expect(Object.keys(body.routes).filter((path) => path.startsWith('/platen'))).toEqual([]);
  });
});

/** The header with which somebody asks over HTTP. */
function as(who: Exclude<Role, 'anonymous' | 'administrator'>): Record<string, string> {
  return { authorization: `Basic ${Buffer.from(`the-${who}:pw-${who}`).toString('base64')}` };
}

describe('a form that sends no mail', () => {
  it('shows its messages as without mail, not as delivered, also after they were taken for spam', async () => {
    const silent = await site.form(template, { title: 'Silent', additional_settings: 'skip_mail: on' });
    const sent = await site.send(silent, {
      'your-name': 'Ann',
      'your-email': 'ann@example.net',
      'your-subject': 'Quiet',
    });
    expect(sent.body.status).toBe('mail_sent');
    const [message] = (await list(`?form=${silent}`)).body;
    expect(message.status).toBe('no_mail');
    const shown = async () => (await editor().get(`${messages}/${message.id}`)).body;
    expect(await shown()).toMatchObject({ status: 'no_mail', mails: [] });
    await editor().post(`${messages}/${message.id}`, { is_spam: true });
    expect((await shown()).status).toBe('spam');
    await editor().post(`${messages}/${message.id}`, { is_spam: false });
    expect((await shown()).status).toBe('no_mail');
  });
});
