import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { passkeysTable } from '../../../src/auth/passkeys.ts';
import { codeOfStep, stepAt } from '../../../src/auth/totp.ts';
import type { AdminSite } from './admin-site.ts';
import type { WalkedSite } from './walk.ts';

/** A message that claims that something was done, and what brings it about. */
export interface Claim {
  /** The members of the words, as `words.test.ts` names them. */
  readonly words: readonly string[];
  readonly path: string;
  /** Who does it; the administrator, if nothing else is said. */
  readonly who?: 'administrator' | 'editor';
  /** Once, when the site is there. */
  readonly given?: (admin: AdminSite, site: WalkedSite) => Promise<unknown>;
  /** Once, on the page. */
  readonly prepare?: (page: Page) => Promise<unknown>;
  /** Asks for it; repeated until the server does it. */
  readonly ask: (page: Page) => Promise<unknown>;
  readonly said: string | RegExp;
  /** Whether a failure shows in no message: nobody asked for it. */
  readonly isQuiet?: boolean;
}

const button = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, exact: typeof name === 'string' }).first();
const press = (name: string | RegExp) => (page: Page) => button(page, name).click();
const inTurn =
  (...steps: readonly ((page: Page) => Promise<unknown>)[]) =>
  async (page: Page): Promise<void> => {
    for (const step of steps) await step(page);
  };
const fill = (label: string, value: string) => (page: Page) =>
  page.getByRole('textbox', { name: label }).first().fill(value);
const fromMenu = (title: string, name: string) =>
  inTurn(press(`Actions for ${title}`), (page) => page.getByRole('menuitem', { name, exact: true }).click());

/** Opens a dialog where it is not open any more, and presses its button. */
const inDialog = (open: (page: Page) => Promise<unknown>, name: string) => async (page: Page) => {
  const dialog = page.getByRole('dialog');
  if ((await dialog.count()) === 0) await open(page);
  await dialog.getByRole('button', { name, exact: true }).click();
};

const selected =
  (subject: string, name: string) =>
  async (page: Page): Promise<void> => {
    await page.getByRole('checkbox', { name: `Select: ${subject}` }).check();
    await button(page, name).click();
  };

const post = (path: string, body: object) => (admin: AdminSite) => admin.site.as('administrator').post(path, body);

const comment =
  (content: string, status = 'hold') =>
  (admin: AdminSite, site: WalkedSite) =>
    admin.site.as('administrator').post('/wp/v2/comments', {
      post: site.post,
      content,
      author_name: content,
      author_email: 'reader@example.org',
      status,
    });

const onComment = (author: string, name: string) => (page: Page) =>
  page
    .getByRole('listitem', { name: `Comment by ${author}` })
    .getByRole('button', { name, exact: true })
    .click();

const picture = () =>
  sharp({ create: { width: 20, height: 20, channels: 3, background: '#63a' } })
    .png()
    .toBuffer();

const choosing = (press: (page: Page) => Promise<unknown>) => async (page: Page) => {
  const [chooser] = await Promise.all([page.waitForEvent('filechooser'), press(page)]);
  await chooser.setFiles({ name: 'new.png', mimeType: 'image/png', buffer: await picture() });
};

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** Switches two-factor log-in on for an account. */
const withTwoFactors = (role: 'editor' | 'author') => async (admin: AdminSite) => {
  const path = '/platen/v1/users/me/two-factor';
  const { body } = await admin.site.as(role).post(`${path}/key`, { password: `pw-${role}` });
  const bits = [...body.key.replaceAll(' ', '')]
    .map((one) => letters.indexOf(one).toString(2).padStart(5, '0'))
    .join('');
  const secret = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
  await admin.site.as(role).post(path, { code: codeOfStep(secret, stepAt(Date.now())) });
};

/** The key of a device that is gone. */
const withPasskey =
  (name: string) =>
  ({ site }: AdminSite) =>
    site.platen.store.table(passkeysTable).insert({
      userId: site.users.administrator,
      userHandle: 'handle',
      credentialHash: name,
      credentialId: 'credential',
      publicKey: 'key',
      counter: 0,
      transports: 'internal',
      backedUp: 0,
      name,
      createdAt: Math.floor(Date.now() / 1000),
      lastUsedAt: 0,
    });

/** Opens the editor of the picture, and turns it. */
const turning = inTurn(press(/^field/), press('Crop and rotate'), press('Rotate right'));
const inEditedPicture = (name: string) => (page: Page) =>
  page.getByRole('dialog', { name: 'Edit the picture' }).getByRole('button', { name, exact: true }).click();

const secondBrowser = async (admin: AdminSite) => (await admin.open('administrator', '')).close();

const account = 'screens/users/account/words.ts';
const inbox = 'screens/inbox/words.ts';

export const claims: readonly Claim[] = [
  {
    words: ['words.list.trashed'],
    path: 'posts',
    given: post('/wp/v2/posts', { title: 'To be trashed', status: 'publish' }),
    ask: fromMenu('To be trashed', 'Move to trash'),
    said: 'Moved to the trash',
  },
  {
    words: ['words.list.trashed'],
    path: 'posts/{post}',
    ask: inTurn(press('More actions'), (page) => page.getByRole('menuitem', { name: 'Move to trash' }).click()),
    said: 'Moved to the trash',
  },
  { words: ['words.list.restored'], path: 'posts?status=trash', ask: fromMenu('Heron', 'Restore'), said: 'Restored' },
  {
    words: ['words.list.removed'],
    path: 'posts?status=trash',
    ask: inDialog(fromMenu('Old news', 'Delete permanently'), 'Delete permanently'),
    said: 'Deleted permanently',
  },
  {
    words: ['words.list.changed'],
    path: 'posts',
    given: post('/wp/v2/posts', { title: 'To be a draft', status: 'publish' }),
    ask: fromMenu('To be a draft', 'Turn into draft'),
    said: 'Saved',
  },
  {
    words: ['words.list.changed'],
    path: 'settings',
    prepare: fill('Title of the site', 'Another title'),
    ask: press('Save'),
    said: 'Saved',
  },
  {
    words: ['words.list.changed'],
    path: 'settings',
    prepare: (page) => page.getByLabel('Every comment waits for approval').check(),
    ask: press('Save front page, feeds, comments and sizes'),
    said: 'Saved',
  },
  {
    words: ['words.list.changed'],
    path: 'users/{user}',
    prepare: fill('First name', 'Ann'),
    ask: press('Save'),
    said: 'Saved',
  },
  {
    words: ['words.list.changed'],
    path: 'categories',
    ask: inDialog(inTurn(press('New category'), fill('Name', 'Ponds')), 'Save'),
    said: 'Saved',
  },
  {
    words: ['words.list.changed'],
    path: 'redirects',
    ask: inDialog(inTurn(press('New redirect'), fill('From path', '/a'), fill('To', '/b/')), 'Save'),
    said: 'Saved',
  },
  {
    words: ['words.list.changed'],
    path: 'media',
    ask: inDialog(inTurn(press(/^field/), fill('Alternative text', 'A field')), 'Save'),
    said: 'Saved',
  },
  {
    words: ['screens/comments/words.ts.moved.approve'],
    path: 'comments',
    given: async (admin, site) => {
      for (const author of ['Good', 'Better']) await comment(author)(admin, site);
    },
    // Of two, since one is called as the list of approved comments is.
    ask: async (page) => {
      for (const author of ['Good', 'Better'])
        await page.getByRole('checkbox', { name: `Select: Comment by ${author}` }).check();
      await button(page, 'Approve').click();
    },
    said: '2 comments approved',
  },
  {
    words: ['screens/comments/words.ts.moved.spam'],
    path: 'comments',
    given: comment('Cheap'),
    ask: onComment('Cheap', 'Mark as spam'),
    said: 'Marked as spam',
  },
  {
    words: ['screens/comments/words.ts.moved.trash'],
    path: 'comments',
    given: comment('Rude'),
    ask: onComment('Rude', 'Move to trash'),
    said: 'Moved to the trash',
  },
  {
    words: ['screens/comments/words.ts.moved.hold'],
    path: 'comments',
    given: comment('Doubtful', 'approved'),
    prepare: (page) => page.getByText('Approved', { exact: true }).click(),
    ask: onComment('Doubtful', 'Hold back'),
    said: 'Held back',
  },
  {
    words: ['screens/comments/words.ts.replied'],
    path: 'comments',
    given: comment('Asking'),
    prepare: inTurn(onComment('Asking', 'Reply'), fill('Reply', 'Thank you.')),
    ask: press('Send reply'),
    said: 'Your reply is published',
  },
  {
    words: ['screens/media/words.ts.uploaded'],
    path: 'media',
    ask: choosing(press('Add files')),
    said: /^[1-9]\d* of \d+ files? uploaded/,
  },
  {
    words: ['words.users.created'],
    path: 'users',
    ask: inDialog(
      inTurn(press('New user'), fill('User name', 'bea'), fill('E-mail address', 'bea@example.org'), (page) =>
        page.getByRole('dialog').getByLabel('Password').first().fill('long enough'),
      ),
      'Create user',
    ),
    said: 'The account bea was created',
  },
  {
    words: ['words.editor.savedAt'],
    path: 'pages/{page}',
    prepare: fill('Title', 'About all of us'),
    ask: press('Update'),
    said: /^Saved at/,
  },
  {
    words: ['screens/editor/words.ts.autosavedAt'],
    path: 'posts/{draft}',
    // Whatever is changed is saved after a while, each time anew.
    ask: (page) => page.getByRole('textbox', { name: 'Title' }).pressSequentially(' more'),
    said: /^Saved automatically at/,
    isQuiet: true,
  },
  {
    words: [`${account}.programs.revoked`],
    path: 'profile',
    ask: inDialog(press('Revoke Phone'), 'Revoke'),
    said: 'Phone was revoked',
  },
  {
    words: [`${account}.programs.allRevoked`],
    path: 'profile',
    given: async (admin) => {
      for (const name of ['One', 'Two']) await post('/platen/v1/users/me/application-passwords', { name })(admin);
    },
    ask: inDialog(press('Revoke all'), 'Revoke'),
    said: /passwords were revoked/,
  },
  {
    words: [`${account}.sessions.ended`],
    path: 'profile',
    given: secondBrowser,
    ask: press(/^End the session of/),
    said: /is logged out/,
  },
  {
    words: [`${account}.sessions.allEnded`],
    path: 'profile',
    given: secondBrowser,
    ask: press('End all others'),
    said: /^(?:One session was|\d+ sessions were) ended/,
  },
  {
    words: [`${account}.twoFactor.wasOff`],
    path: 'profile',
    who: 'editor',
    prepare: async (page) => page.reload(),
    given: withTwoFactors('editor'),
    ask: inDialog(
      inTurn(press('Switch off'), (page) => page.getByLabel('Your password').first().fill('pw-editor')),
      'Switch off',
    ),
    said: 'Two-factor log-in is off',
  },
  {
    words: [`${account}.twoFactor.wasReset`],
    path: 'users/{author}',
    given: withTwoFactors('author'),
    ask: inDialog(press('Reset for this user'), 'Switch off'),
    said: 'Two-factor log-in was reset',
  },
  {
    words: [`${account}.passkeys.removed`],
    path: 'profile',
    given: withPasskey('Old laptop'),
    ask: inDialog(press('Remove the passkey Old laptop'), 'Remove'),
    said: 'The passkey Old laptop was removed',
  },
  {
    words: ['screens/users/people-words.ts.invitations.revoked'],
    path: 'users/invitations',
    given: post('/platen/v1/invitations', { email: 'cleo@example.org', role: 'author', mail: false }),
    ask: inDialog(fromMenu('cleo@example.org', 'Revoke'), 'Revoke'),
    said: 'The invitation of cleo@example.org is revoked',
  },
  {
    words: ['screens/apps/words.ts.added'],
    path: 'apps',
    ask: inDialog(
      inTurn(press('Add an app'), fill('Name', 'Reader'), fill('Redirect addresses', 'https://reader.example/back')),
      'Add an app',
    ),
    said: 'Reader was added',
  },
  {
    words: ['screens/apps/words.ts.removed'],
    path: 'apps',
    ask: inDialog(press('Remove Front end'), 'Remove'),
    said: 'Front end was removed',
  },
  {
    words: ['screens/media/library-words.ts.moved'],
    path: 'media',
    ask: async (page) => {
      await page.getByRole('checkbox', { name: 'Select field', exact: true }).check();
      await inDialog(press('Move to…'), 'Move')(page);
    },
    said: '1 file moved',
  },
  {
    words: ['screens/media/library-words.ts.savedVersion'],
    path: 'media',
    prepare: turning,
    ask: inEditedPicture('Save'),
    said: 'The picture was saved. The original is kept.',
  },
  {
    words: ['screens/media/library-words.ts.savedItem'],
    path: 'media',
    prepare: turning,
    ask: inEditedPicture('Save as a new file'),
    said: 'A new file was made',
  },
  {
    words: ['screens/terms/words.ts.merged'],
    path: 'categories',
    ask: inDialog(
      inTurn(
        fromMenu('Rivers', 'Merge into another'),
        (page) => page.getByRole('combobox', { name: 'The one that stays' }).fill('Lakes'),
        (page) => page.getByRole('option', { name: 'Lakes' }).click(),
      ),
      'Merge',
    ),
    said: 'Merged into “Lakes”',
  },
  {
    words: ['screens/webhooks/words.ts.tested'],
    path: 'webhooks/{webhook}',
    ask: press('Send a test message'),
    said: 'A test message is on its way',
  },
  {
    words: ['screens/webhooks/words.ts.paused'],
    path: 'webhooks/{webhook}',
    ask: press('Pause'),
    said: 'The webhook is paused',
  },
  {
    words: ['screens/webhooks/words.ts.resumed'],
    path: 'webhooks/{webhook}',
    ask: press('Activate'),
    said: 'The webhook is active',
  },
  {
    words: ['screens/webhooks/words.ts.removed'],
    path: 'webhooks/{webhook}',
    ask: inDialog(press('Remove'), 'Remove'),
    said: 'The webhook was removed',
  },
  {
    words: ['screens/redirects/words.ts.removed'],
    path: 'redirects',
    ask: press('Remove: /old'),
    said: 'The redirect was removed',
  },
  {
    words: ['screens/redirects/words.ts.imported'],
    path: 'redirects',
    ask: inDialog(
      inTurn(press('Import CSV'), (page) => page.getByLabel('Lines of the file').fill('/one,/two/')),
      'Import',
    ),
    said: '1 made, 0 changed',
  },
  {
    words: ['screens/popups/words.ts.saved'],
    path: 'popups/{popup}',
    prepare: fill('Heading', 'Half price'),
    ask: press('Save'),
    said: 'The popup is saved',
  },
  {
    words: ['screens/popups/words.ts.wasReset'],
    path: 'popups/{popup}',
    ask: press('Reset counts'),
    said: 'The counts begin at zero again',
  },
  {
    words: ['screens/menus/words.ts.saved'],
    path: 'menus/{menu}',
    prepare: inTurn(press('Edit One'), fill('Label', 'First')),
    ask: press('Save'),
    said: 'The menu is saved',
  },
  {
    words: ['screens/menus/words.ts.removed'],
    path: 'menus',
    ask: press('Remove Main'),
    said: '“Main” was removed',
  },
  {
    words: ['screens/media/words.ts.replaced'],
    path: 'media',
    prepare: press(/^field/),
    ask: choosing(press(/^Replace/)),
    said: 'The file was replaced',
  },
  {
    words: [`${inbox}.marked`],
    path: 'inbox',
    ask: selected('Opening hours', 'Mark as read'),
    said: '1 message marked',
  },
  {
    words: [`${inbox}.moved`],
    path: 'inbox',
    ask: selected('Opening hours', 'Move to trash'),
    said: '1 message moved',
  },
  {
    words: [`${inbox}.sentAgain`],
    path: 'inbox',
    prepare: press(/Lost mail/),
    ask: press('Send again'),
    said: 'The mail is on its way again',
  },
  {
    words: [`${inbox}.retentionSaved`],
    path: 'inbox',
    ask: inDialog(press('Privacy'), 'Save days'),
    said: 'Saved. What is older was removed.',
  },
  {
    words: [`${inbox}.erased`],
    path: 'inbox',
    ask: inDialog(inTurn(press('Privacy'), fill('E-mail address', 'ann@example.net')), 'Remove all messages'),
    said: /^\d+ messages? removed/,
  },
  {
    words: ['screens/health/words.ts.cache.purged'],
    path: 'cache',
    prepare: (page) => page.getByRole('radiogroup').getByText('Everything', { exact: true }).click(),
    ask: press('Purge'),
    said: 'Purged',
  },
  {
    words: ['screens/health/cache-words.ts.scanned'],
    path: 'cache',
    ask: press('Look through all pictures'),
    said: 'All pictures were looked through',
  },
  {
    words: ['screens/forms/words.ts.made'],
    path: 'forms',
    ask: fromMenu('Contact', 'Duplicate'),
    said: 'The form was made',
  },
  {
    words: ['screens/forms/words.ts.saved'],
    path: 'forms/{form}',
    prepare: fill('Title', 'Contact us'),
    ask: press('Save'),
    said: 'Saved',
  },
  {
    words: ['screens/content-model/words.ts.saved'],
    path: 'content-model/new-type',
    prepare: fill('Name (plural)', 'Events'),
    ask: press('Save'),
    said: 'The content model is saved',
  },
  {
    words: ['screens/content-model/words.ts.removed'],
    path: 'content-model/taxonomies/topic',
    given: async (admin) => {
      const boss = admin.site.as('administrator');
      const { body } = await boss.get('/platen/v1/content-model');
      const taxonomies = [{ name: 'topic', labels: { name: 'Topics' } }];
      await boss.put('/platen/v1/content-model', {
        version: body.version,
        declarations: { ...body.declarations, taxonomies },
      });
    },
    ask: async (page) => {
      if ((await page.getByRole('dialog').count()) === 0) await button(page, 'Delete').click();
      await page.getByRole('dialog').or(page.getByRole('alert')).first().waitFor();
      const confirm = page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true });
      if ((await confirm.count()) > 0) await confirm.click();
    },
    said: 'Topics is deleted',
  },
];

/** Good news of a screen that must not be told where the screen could not be loaded. */
export const goodNews: readonly { readonly words: string; readonly path: string; readonly said: string }[] = [
  { words: 'words.overview.nothingWaiting', path: '', said: 'Nothing is waiting' },
  { words: `${inbox}.empty.undelivered`, path: 'inbox?folder=undelivered', said: 'All mail was delivered' },
  { words: 'screens/health/words.ts.allGood', path: 'health', said: 'Everything is in order' },
  { words: 'screens/comments/words.ts.empty.hold', path: 'comments', said: 'No comments are waiting' },
];

/** Claims that are shown to be true in tests of their own. */
export const provedElsewhere: Readonly<Record<string, string>> = {
  'words.common.copied': 'claims.test.ts: says that it copied only where the browser did',
  'screens/exchange/words.ts': 'exchange-outcome.test.ts',
  'screens/webhooks/words.ts.repeated': 'webhooks-privacy.test.ts: show what was sent with the answer',
  'screens/privacy/words.ts.started': 'webhooks-privacy.test.ts: of a person is shown, exported for a reason',
  'screens/privacy/words.ts.mailed': 'personal-data.requests.test.ts: are confirmed by the link of a mail',
  'screens/proposals/words.ts.accepted': 'proposals.test.ts',
  'screens/proposals/words.ts.declined': 'proposals.test.ts',
  'screens/proposals/words.ts.withdrawn': 'proposals.test.ts',
  'screens/calendar/words.ts.moved': 'calendar.test.ts: moves it to another day',
  'screens/editor/conflict/words.ts.allKept': 'conflicts.test.ts: neither is lost',
  'screens/editor/presence/words.ts.yourTurn': 'presence.test.ts: take over where none comes',
  'screens/releases/words.ts.published': 'releases.test.ts',
  'screens/releases/words.ts.planned': 'releases.test.ts',
  'screens/releases/words.ts.unplanned': 'releases.test.ts',
  'screens/releases/words.ts.removed': 'releases.test.ts',
  'screens/releases/words.ts.takenOut': 'releases.test.ts',
  'screens/releases/words.ts.added': 'releases.test.ts',
  'screens/editor/words.ts.savedBeside': 'releases.test.ts',
  'screens/editor/beside/words.ts.discarded': 'releases.test.ts',
  'screens/content/list-words.ts.duplicated': 'lists.test.ts',
  'screens/content/list-words.ts.movedTo': 'lists.test.ts',
  'screens/content/list-words.ts.viewSaved': 'lists.test.ts',
  'screens/content/list-words.ts.viewRemoved': 'lists.test.ts',
  'screens/editor/words.ts.publishedAt': 'publishing.test.ts',
  'screens/users/people-words.ts.roles.removed': 'people.test.ts',
  'screens/users/account/words.ts.passkeys.added': 'people.test.ts',
  'screens/editor/words.ts.gaveWay': 'screens.test.ts: see both versions, and the one that is chosen stays',
};

/** What looks like a claim and is none: names of states, labels, and what happens on the page alone. */
export const noClaims: Readonly<Record<string, string>> = {
  'screens/audit/': 'what the server recorded',
  'words.status': 'the state that the server names',
  'screens/comments/words.ts.states': 'the state that the server names',
  [`${inbox}.status`]: 'the state that the server names',
  [`${inbox}.mailStates`]: 'the state that the server names',
  [`${inbox}.retentionKinds`]: 'a label',
  'screens/comments/words.ts.sentCounts': 'what the server counted',
  'words.shell.waiting': 'what the server counted',
  'screens/webhooks/words.ts.noDeliveries': 'what there is not',
  'screens/users/people-words.ts.invitations.done': 'what the user says',
  'screens/users/account/words.ts.programs.scopeTexts': 'what a scope allows',
  'screens/users/account/words.ts.passkeys.notMade': 'what did not happen',
  'screens/users/account/words.ts.passkeys.created': 'when the server made it',
  'screens/settings/picture-words.ts': 'what the server says of its job',
  'screens/editor/words.ts.refusedFields': 'why something does not go on',
  'screens/editor/words.ts.duplicated': 'on the page alone: nothing is saved yet',
  'screens/editor/preview/words.ts.ended': 'why something is not shown',
  'screens/content/list-words.ts.views': 'a heading',
  'screens/apps/words.ts.sources': 'names of kinds',
  'screens/proposals/words.ts.deleted': 'the state that the server names',
  'screens/fields/words.ts.removed': 'on the page alone: it is saved with the rest of the form',
  'words.states': 'why something does not go on',
  'words.overview.waiting': 'a heading',
  'words.overview.noRecent': 'what there is not',
  'words.editor.theirs': 'a label',
  'words.editor.tookTheirs': 'on the page alone: what was loaded is shown',
  'editor/words.ts.adding': 'under way',
  'screens/editor/words.ts.restored': 'what was loaded',
  'screens/editor/words.ts.restoredVersion': 'on the page alone: it says that it is not saved yet',
  'screens/editor/words.ts.discarded': 'on the page alone: the text as it was loaded',
  [`${account}.programs.done`]: 'what the user says',
  [`${account}.programs.created`]: 'when the server made it',
  [`${account}.twoFactor.reset`]: 'a button',
  [`${account}.twoFactor.kept`]: 'what the user says',
  'screens/calendar/words.ts.states': 'the state that the server names',
  'screens/editor/conflict/words.ts.savedBy': 'what the server recorded',
  'screens/editor/conflict/words.ts.savedAt': 'what the server recorded',
  'screens/editor/conflict/words.ts.by': 'how two versions differ',
  'screens/editor/review/words.ts.noteHint': 'where it will stand',
  'screens/editor/notes/words.ts.removeText': 'what the dialog asks about',
  'screens/redirects/words.ts.statuses': 'names of kinds',
  'screens/webhooks/words.ts.deliveryStates': 'the state that the server names',
  'screens/webhooks/words.ts.states': 'the state that the server names',
  'screens/webhooks/words.ts.secretText': 'what to do with it',
  'screens/webhooks/words.ts.done': 'what the user says',
  'screens/webhooks/words.ts.removeText': 'what the dialog asks about',
  'screens/privacy/words.ts.states': 'the state that the server names',
  'screens/privacy/words.ts.actions': 'what an erasure would do',
  'screens/privacy/words.ts.kinds': 'names of kinds',
  'screens/privacy/words.ts.ownWaits': 'the state that the server names',
  'screens/releases/words.ts.states': 'the state that the server names',
  'screens/releases/words.ts.publishedBy': 'the state that the server names',
  'screens/releases/words.ts.notPublished': 'the state that the server names',
  'screens/releases/words.ts.conflict': 'why something does not go on',
  'screens/releases/words.ts.conflictText': 'why something does not go on',
  'screens/releases/words.ts.refusedText': 'why something does not go on',
  'screens/editor/beside/words.ts.waiting': 'the state that the server names',
  'screens/proposals/words.ts.states': 'the state that the server names',
  'screens/proposals/words.ts.decidedBy': 'the state that the server names',
  'screens/proposals/words.ts.conflict': 'why something does not go on',
  'screens/proposals/words.ts.acceptEdited': 'a button',
  'screens/proposals/words.ts.after': 'a heading',
  'screens/proposals/words.ts.inEditor': 'what waits',
  'screens/popups/words.ts.since': 'a label',
  'screens/popups/words.ts.reset': 'a button',
  'screens/menus/words.ts.added': 'on the page alone: the menu is not saved yet, and says so',
  'screens/menus/words.ts.itemRemoved': 'on the page alone: the menu is not saved yet, and says so',
  [`${inbox}.fields`]: 'a heading',
  [`${inbox}.notKept`]: 'what there is not',
  [`${inbox}.noServer`]: 'what does not happen',
  'screens/health/cache-words.ts.ended': 'when the server ended it',
  'screens/health/cache-words.ts.made': 'what the server counted',
  'screens/health/cache-words.ts.saved': 'what the server counted',
  'screens/health/words.ts.cache': 'what the server counted',
  'screens/forms/words.ts.attachmentsHint': 'a hint',
  'screens/forms/words.ts.messageNames': 'names of messages',
};
