import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { mailJobsTable } from '../../../src/background/mail/mail-jobs.ts';
import { messagesTable } from '../../../src/extensions/forms/inbox/message-table.ts';
import { createPopup } from '../../../src/extensions/popups/popup-record.ts';
import { siteFrom } from '../../../src/rules/site.ts';
import { exchangeJobsTable } from '../../../src/transfer/exchange-table.ts';
import { scopedClient } from '../../support/scoped.ts';
import type { AdminSite } from './admin-site.ts';

/** A word without a place to break, as addresses and names of files are. */
const longWord = `https://old.example/${'unbroken'.repeat(16)}.jpg`;

/** Code, and a piece of markup that is shown as it is, both too long for their place. */
const longTexts = `A bird.\n\n<pre><code>${`const heron = '${longWord}';\n`.repeat(30)}</code></pre>\n\n<form>${'<p>Kept as it is.</p>\n'.repeat(40)}</form>`;

/** What the screens are walked with: something of everything, with long words in it. */
export interface WalkedSite {
  readonly post: number;
  readonly form: number;
  readonly popup: number;
  readonly menu: number;
  readonly webhook: number;
  readonly release: number;
  readonly user: number;
  readonly author: number;
  readonly page: number;
  readonly draft: number;
}

export async function fillSite(admin: AdminSite): Promise<WalkedSite> {
  const boss = admin.site.as('administrator');
  const made = async (path: string, body: object): Promise<number> => (await boss.post(path, body)).body.id;
  const post = await made('/wp/v2/posts', { title: 'Heron', content: longTexts, status: 'publish' });
  await made('/wp/v2/posts', { title: longWord, status: 'pending' });
  const trashed = await made('/wp/v2/posts', { title: 'Old news' });
  await boss.delete(`/wp/v2/posts/${trashed}`);
  const page = await made('/wp/v2/pages', { title: 'About us', status: 'publish' });
  const draft = await made('/wp/v2/posts', { title: 'Begun', status: 'draft' });
  for (const name of ['Rivers', 'Lakes']) await made('/wp/v2/categories', { name });
  await made('/wp/v2/tags', { name: 'quiet' });
  await made('/wp/v2/comments', {
    post,
    content: `Well said. ${longWord}`,
    author_name: 'Reader',
    author_email: 'reader@example.org',
    status: 'hold',
  });
  await fillMedia(admin);
  const form = await made('/forms/v1/contact-forms', {
    title: 'Contact',
    form: '[email your-email] [text your-subject]',
  });
  await fillInbox(admin, form);
  const site = siteFrom(() => null, { url: admin.origin, fallbackUrl: '', permalinks: null, now: Date.now });
  const popup = await createPopup(admin.site.platen.store, site, { name: 'Spring offer' }, Date.now());
  const items = [{ title: 'One', url: '/1' }];
  const menu = await made('/platen/v1/menus', { name: 'Main', items });
  const webhook = await made('/platen/v1/webhooks', {
    url: `https://receiver.example/${longWord}`,
    events: ['post.*'],
  });
  const agent = await scopedClient(admin.site, 'editor', ['read', 'propose']);
  await agent.post(`/wp/v2/posts/${post}`, { title: 'A heron', content: longTexts, proposal_note: longWord });
  await boss.post('/platen/v1/apps', { name: 'Front end', redirect_uris: ['https://app.example/back'] });
  await boss.post('/platen/v1/redirects', { source: '/old', target: longWord });
  for (const name of ['Phone', longWord])
    await boss.post('/platen/v1/users/me/application-passwords', { name: name.slice(0, 190) });
  await fillExchanges(admin);
  const { editor: user, author } = admin.site.users;
  const changed = await made('/wp/v2/pages', { title: 'Contact', status: 'publish' });
  const fields = { title: 'Write to us' };
  const change = await made('/platen/v1/pending-changes', { type: 'pages', item: changed, fields });
  const release = await made('/platen/v1/releases', { name: longWord.slice(0, 190), note: 'All at once' });
  await boss.post(`/platen/v1/releases/${release}/changes`, { change });
  return { post, page, draft, form, popup, menu, webhook, release, user, author };
}

async function fillMedia(admin: AdminSite): Promise<void> {
  const picture = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#3a6' } })
    .png()
    .toBuffer();
  const authorization = `Basic ${Buffer.from('admin:pw-administrator').toString('base64')}`;
  const headers = {
    authorization,
    'content-type': 'image/png',
    'content-disposition': 'attachment; filename="field.png"',
  };
  const body = new Uint8Array(picture);
  await fetch(`${admin.origin}/wp-json/wp/v2/media`, { method: 'POST', headers, body });
}

/** Two messages: the mail of one failed, that of the other waits. */
async function fillInbox(admin: AdminSite, form: number): Promise<void> {
  for (const subject of ['Opening hours', 'Lost mail']) {
    const body = new FormData();
    body.append('your-email', 'ann@example.net');
    body.append('your-subject', subject);
    await fetch(`${admin.origin}/wp-json/forms/v1/contact-forms/${form}/feedback`, { method: 'POST', body });
  }
  const { store } = admin.site.platen;
  const [failed] = await store.table(messagesTable).find({ subject: 'Lost mail' });
  if (!failed) throw new Error('The message did not arrive.');
  await store.table(messagesTable).update({ id: failed.id }, { status: 'mail_failed' });
  const lastError = `550 ${longWord}`;
  await store.table(mailJobsTable).update({ reference: `forms:${failed.id}` }, { state: 'failed', lastError });
}

/** An import whose files could not be fetched, one that failed, and an export. */
async function fillExchanges(admin: AdminSite): Promise<void> {
  const jobs = admin.site.platen.store.table(exchangeJobsTable);
  const counts = { inFile: 0, imported: 0, present: 0, changed: 0, refused: 0 };
  const ended = {
    kind: 'import',
    stored: '',
    options: { isDry: false, fetchesFiles: true, author: '' },
    progress: { done: 1, all: 1, items: 12, files: 37 },
    report: null,
    userId: 1,
    createdMs: Date.now(),
    endedMs: Date.now(),
  } as const;
  const report = {
    rows: [
      { ...counts, kind: 'item', of: 'post', inFile: 12, imported: 12 },
      { ...counts, kind: 'file', of: '', inFile: 37, refused: 37 },
    ],
    notes: Array.from({ length: 37 }, (_, number) => `${number}: it could not be fetched: ${longWord}`),
    more: 3,
  };
  await jobs.insert({ ...ended, kind: 'export', state: 'done', fileName: 'export.xml', stored: 'there.1' });
  await jobs.insert({ ...ended, state: 'failed', fileName: 'cut-off.xml', error: `Line 7: ${longWord}` });
  await jobs.insert({ ...ended, state: 'done', fileName: `${longWord}.xml`, report });
}

/** A state of a screen: where it is, and what brings it about. */
export interface WalkedState {
  readonly name: string;
  /** Below the address of the admin page; `{post}` and other members of the site stand for their numbers. */
  readonly path: string;
  readonly open?: (page: Page) => Promise<unknown>;
}

const button = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, exact: typeof name === 'string' });
const press = (name: string | RegExp) => (page: Page) => button(page, name).first().click();
const inTurn =
  (...steps: readonly ((page: Page) => Promise<unknown>)[]) =>
  async (page: Page): Promise<void> => {
    for (const step of steps) await step(page);
  };
const dialog = async (page: Page) => page.getByRole('dialog').waitFor();
const entry = (name: string) => (page: Page) => page.getByRole('menuitem', { name, exact: true }).click();
const actions = (title: string | RegExp) => press(typeof title === 'string' ? `Actions for ${title}` : title);
const choose = (label: string) => async (page: Page) => {
  await page.locator(`input[aria-label="${label}"]`).click();
  await page.getByRole('option').first().waitFor();
};

/** Somebody else saves the text that is being written. */
const conflicting = async (page: Page): Promise<void> => {
  const path = page.url().replace(/^.*\/admin\//, '/wp/v2/');
  await page.getByRole('textbox', { name: 'Title' }).fill('Mine');
  await page.route(`**/wp-json${path}*`, async (route) => {
    const isWrite = route.request().method() !== 'GET';
    const refusal = { code: 'rest_precondition_failed', message: 'It was changed meanwhile.', data: { status: 412 } };
    await (isWrite ? route.fulfill({ status: 412, json: refusal }) : route.continue());
  });
  await button(page, 'Update').click();
};

/** The address of a state on a site. */
export const pathOn = (site: WalkedSite, path: string): string =>
  // Only members of a site stand in the table below.
  path.replace(/\{(\w+)\}/g, (_, name: string) => String(site[name as keyof WalkedSite]));

export const walkedScreens: readonly string[] = [
  '',
  'posts',
  'posts?status=trash',
  'posts?search=nothing-has-this-name',
  'posts/new',
  'posts/{post}',
  'pages',
  'pages/new',
  'media',
  'comments',
  'categories',
  'tags',
  'users',
  'users/{user}',
  'profile',
  'settings',
  'audit',
  'health',
  'cache',
  'calendar',
  'forms',
  'forms/{form}',
  'inbox',
  'inbox?folder=undelivered',
  'popups',
  'popups/{popup}',
  'exchange',
  'webhooks',
  'webhooks/{webhook}',
  'personal-data',
  'proposals',
  'releases',
  'releases/{release}',
  'redirects',
  'apps',
  'application-passwords',
  'menus',
  'menus/{menu}',
  'content-model',
  'content-model/new-type',
  'content-model/new-taxonomy',
  'content-model/fields/user',
  'content-model/types/gone',
  'nowhere',
];

/** Every screen, with its menus, dialogs and forms open. */
export const walkedStates: readonly WalkedState[] = [
  ...walkedScreens.map((path) => ({ name: 'as it is', path })),
  { name: 'account menu', path: '', open: press(/^Account/) },
  { name: 'row menu', path: 'posts', open: actions('Heron') },
  { name: 'row menu in the trash', path: 'posts?status=trash', open: actions('Old news') },
  { name: 'selection', path: 'posts', open: (page) => page.getByRole('checkbox').first().check() },
  {
    name: 'deletion',
    path: 'posts?status=trash',
    open: inTurn(actions('Old news'), entry('Delete permanently'), dialog),
  },
  { name: 'more actions', path: 'posts/{post}', open: press('More actions') },
  { name: 'notes', path: 'posts/{post}', open: (page) => page.keyboard.press('Alt+Shift+N') },
  {
    name: 'request of a review',
    path: 'posts/{draft}',
    open: inTurn(press('More actions'), entry('Request review'), dialog),
  },
  { name: 'two versions', path: 'posts/{post}', open: inTurn(conflicting, dialog) },
  { name: 'file', path: 'media', open: inTurn(press(/^field/), dialog) },
  { name: 'list', path: 'media', open: (page) => page.getByText('List', { exact: true }).click() },
  { name: 'reply', path: 'comments', open: press('Reply') },
  { name: 'edit', path: 'comments', open: press('Edit') },
  { name: 'new', path: 'categories', open: inTurn(press('New category'), dialog) },
  { name: 'row menu', path: 'categories', open: actions('Rivers') },
  { name: 'deletion', path: 'categories', open: inTurn(actions('Rivers'), entry('Delete permanently'), dialog) },
  { name: 'merging', path: 'categories', open: inTurn(actions('Rivers'), entry('Merge into another'), dialog) },
  { name: 'row menu', path: 'tags', open: actions('quiet') },
  { name: 'new', path: 'users', open: inTurn(press('New user'), dialog) },
  { name: 'new', path: 'apps', open: inTurn(press('Add an app'), dialog) },
  { name: 'removal', path: 'apps', open: inTurn(press('Remove Front end'), dialog) },
  { name: 'revocation', path: 'application-passwords', open: inTurn(press(/^Revoke Phone/), dialog) },
  { name: 'choice of roles', path: 'users', open: choose('Role') },
  { name: 'new password of a program', path: 'profile', open: inTurn(press('New application password'), dialog) },
  {
    name: 'password of a program',
    path: 'profile',
    open: inTurn(
      press('New application password'),
      // Each name is given once.
      (page) =>
        page
          .getByRole('textbox', { name: 'Name of the program' })
          .fill(`Screen of ${page.viewportSize()?.width} pixels`),
      press('Make the password'),
      (page) => page.getByRole('dialog', { name: /The password for/ }).waitFor(),
    ),
  },
  {
    name: 'limits of a password',
    path: 'profile',
    open: inTurn(press('New application password'), (page) => page.getByLabel('Limit what it may do').check()),
  },
  { name: 'revoking', path: 'profile', open: inTurn(press('Revoke Phone'), dialog) },
  { name: 'revoking all', path: 'profile', open: inTurn(press('Revoke all'), dialog) },
  { name: 'renaming', path: 'profile', open: inTurn(press('Rename Phone'), dialog) },
  { name: 'two factors', path: 'profile', open: inTurn(press('Switch on'), dialog) },
  { name: 'choice of kinds', path: 'audit', open: choose('About') },
  { name: 'row menu', path: 'forms', open: actions('Contact') },
  { name: 'new', path: 'forms', open: inTurn(press('New form'), dialog) },
  { name: 'deletion', path: 'forms', open: inTurn(actions('Contact'), entry('Delete permanently'), dialog) },
  { name: 'field', path: 'forms/{form}', open: inTurn(press('Drop-down list'), dialog) },
  ...['Mail', 'Messages', 'Settings'].map((tab) => ({
    name: tab,
    path: 'forms/{form}',
    open: (page: Page) => page.getByRole('tab', { name: tab }).click(),
  })),
  { name: 'message', path: 'inbox', open: inTurn(press(/Opening hours/), dialog) },
  { name: 'message without its mail', path: 'inbox', open: inTurn(press(/Lost mail/), dialog) },
  { name: 'privacy', path: 'inbox', open: inTurn(press('Privacy'), dialog) },
  { name: 'selection', path: 'inbox', open: (page) => page.getByRole('checkbox').first().check() },
  { name: 'new', path: 'popups', open: inTurn(press('New popup'), dialog) },
  { name: 'all notes', path: 'exchange', open: press(/^Show \d+ more notes/) },
  {
    name: 'replacing the site',
    path: 'exchange',
    open: inTurn(
      (page) =>
        page
          .getByRole('region', { name: 'Restore an archive' })
          .locator('input[type="file"]')
          .setInputFiles({ name: 'site.tar.gz', mimeType: 'application/gzip', buffer: Buffer.from('x') }),
      press('Replace the site'),
      dialog,
    ),
  },
  { name: 'new', path: 'webhooks', open: inTurn(press('New webhook'), dialog) },
  { name: 'edit', path: 'webhooks/{webhook}', open: inTurn(press('Edit'), dialog) },
  { name: 'rotate', path: 'webhooks/{webhook}', open: inTurn(press('New secret'), dialog) },
  { name: 'remove', path: 'webhooks/{webhook}', open: inTurn(press('Remove'), dialog) },
  { name: 'editing', path: 'proposals', open: inTurn(press('Edit, then accept'), dialog) },
  { name: 'declining', path: 'proposals', open: inTurn(press('Decline'), dialog) },
  { name: 'new', path: 'releases', open: inTurn(press('New release'), dialog) },
  { name: 'time', path: 'releases/{release}', open: inTurn(press('Publish at…'), dialog) },
  { name: 'remove', path: 'releases/{release}', open: inTurn(press('Remove'), dialog) },
  { name: 'new', path: 'redirects', open: inTurn(press('New redirect'), dialog) },
  { name: 'import', path: 'redirects', open: inTurn(press('Import CSV'), dialog) },
  { name: 'new', path: 'menus', open: inTurn(press('New menu'), dialog) },
  { name: 'item', path: 'menus/{menu}', open: press('Edit One') },
  { name: 'owners of fields', path: 'content-model', open: press('New field group') },
  { name: 'kinds', path: 'content-model/fields/user', open: inTurn(press('Add a field'), dialog) },
  ...['Fields', 'Rights', 'Advanced'].map((tab) => ({
    name: tab,
    path: 'content-model/new-type',
    open: (page: Page) => page.getByRole('tab', { name: tab }).click(),
  })),
];
