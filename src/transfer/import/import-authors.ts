import { randomBytes } from 'node:crypto';
import { createAccount, isLogin } from '../../auth/accounts.ts';
import { readOption } from '../../storage/options/site-options.ts';
import { slugify } from '../../text/slug.ts';
import type { WxrAuthor } from '../wxr/wxr-parts.ts';
import { isPortableUserKey } from '../wxr/wxr-parts.ts';
import { grouped, pendingFields } from './import-meta.ts';
import type { ImportRun } from './import-run.ts';

/** A login on the command line that does not exist. */
export class UnknownAuthor extends Error {}

/** The sizes of the columns of an account. */
const longest = { login: 60, email: 100, url: 100 };

/**
 * Finds or creates the user for an author of the file: the one given on the command line, else the one with its
 * login or e-mail address, else a new one with the site's default role and a random password.
 */
export async function importAuthor(run: ImportRun, author: WxrAuthor): Promise<number> {
  const known = run.authorIds.get(author.login);
  if (known !== undefined) return known;
  const there = (await namedAuthor(run, author.login)) ?? (await sameAuthor(run, author));
  const id = there ?? (await newAuthor(run, author));
  if (there === null) run.tally.count('author', 'imported');
  else countPresent(run, author.login);
  if (there !== null) await countKeptFields(run, there, author);
  run.authorIds.set(author.login, id);
  if (author.id > 0) run.userIds.set(author.id, id);
  return id;
}

/**
 * The author of an item. Old files have no list of authors, and edited ones misspell them: a creator that is not in the
 * list and could not be a login (`>ann`) is the one that remains without the odd characters.
 */
export async function authorOf(run: ImportRun, creator: string): Promise<number> {
  const known = run.authorIds.get(creator);
  if (known !== undefined) return known;
  if (creator === '') return nobody(run);
  const author = { ...unlisted, login: creator };
  const plain = plainLogin(creator);
  if (isLogin(creator) || plain === creator || (await namedAuthor(run, creator)) || (await sameAuthor(run, author)))
    return importAuthor(run, author);
  const id = await authorOf(run, plain || 'imported');
  run.tally.note(
    `The author "${creator}" is not listed in the file: what it wrote belongs to "${plain || 'imported'}".`,
  );
  run.authorIds.set(creator, id);
  return id;
}

const plainLogin = (creator: string): string => creator.replace(/[^\p{L}\p{N}_.@ -]/gu, '').trim();

/** Counts the author of an item that is here already, where the file does not list it. */
export function countHeldAuthor(run: ImportRun, creator: string): void {
  const isKnown = [creator, plainLogin(creator)].some((login) => login === '' || run.authorIds.has(login));
  if (!isKnown) countPresent(run, plainLogin(creator));
}

function countPresent({ counted, tally }: ImportRun, login: string): void {
  const key = `author ${login}`;
  if (counted.has(key)) return;
  counted.add(key);
  tally.count('author', 'present');
}

const unlisted: WxrAuthor = {
  id: 0,
  login: '',
  email: '',
  displayName: '',
  firstName: '',
  lastName: '',
  slug: '',
  url: '',
  registered: '',
  meta: [],
};

/** An item without a creator has no author here either, unless there is one for all others. */
async function nobody(run: ImportRun): Promise<number> {
  const id = (await namedAuthor(run, '')) ?? 0;
  if (id === 0)
    run.tally.note(
      'Items that name no author have none here. Import again with an author for what comes in to give them one.',
    );
  run.authorIds.set('', id);
  return id;
}

async function namedAuthor({ store, options }: ImportRun, login: string): Promise<number | null> {
  const wanted = options.authors.get(login) ?? options.authors.get('*');
  if (wanted === undefined) return null;
  const user = await store.users.byLogin(wanted);
  if (!user) throw new UnknownAuthor(`There is no user "${wanted}" to stand for "${login}".`);
  return user.id;
}

async function sameAuthor({ store }: ImportRun, { login, email }: WxrAuthor): Promise<number | null> {
  const user =
    (login === '' ? null : await store.users.byLogin(login.slice(0, longest.login))) ??
    (email === '' ? null : await store.users.byEmail(email));
  return user?.id ?? null;
}

async function newAuthor(run: ImportRun, author: WxrAuthor): Promise<number> {
  const { store, tally, nowMs } = run;
  const login = author.login.slice(0, longest.login) || 'imported';
  const existing = await store.users.byLogin(login);
  if (existing) return existing.id;
  const role = await readOption(store, 'default_role');
  const hasAddress = author.email !== '' && author.email.length <= longest.email;
  const fields = grouped(author.meta.filter(({ key }) => isPortableUserKey(key)));
  const registeredMs = Date.parse(`${author.registered.replace(' ', 'T')}Z`);
  const id = await createAccount(
    store,
    {
      login,
      email: hasAddress ? author.email : await freeAddress(store, slugify(login, { slash: 'dash' }) || 'imported'),
      password: randomBytes(24).toString('base64url'),
      roles: [role],
      nowMs: Number.isNaN(registeredMs) ? nowMs : registeredMs,
      ...(author.displayName && { displayName: author.displayName }),
      ...(author.slug && { slug: author.slug }),
      url: author.url.length <= longest.url ? author.url : '',
      firstName: author.firstName,
      lastName: author.lastName,
    },
    async (inner, userId) => {
      for (const [key, values] of fields) await inner.meta.set('user', userId, key.slice(0, 255), values);
    },
  );
  const kept = author.meta.filter(({ key }) => isPortableUserKey(key));
  run.references.push(...pendingFields(run, { object: 'user', subtype: 'user', ownerId: id }, kept));
  for (const { key } of author.meta) {
    const isKept = isPortableUserKey(key);
    tally.count('authorField', isKept ? 'imported' : 'refused');
    if (!isKept) tally.note(`The field "${key}" of an author is not imported: it belongs to the old site alone.`);
  }
  return id;
}

/** An account that was here keeps its fields as they are. */
async function countKeptFields({ store, tally }: ImportRun, userId: number, author: WxrAuthor): Promise<void> {
  if (author.meta.length === 0) return;
  const stored = new Set(((await store.meta.of('user', [userId])).get(userId) ?? []).map(({ key }) => key));
  const missing = author.meta.filter(({ key }) => !stored.has(key)).length;
  tally.count('authorField', 'present', { by: author.meta.length - missing });
  tally.count('authorField', 'refused', { by: missing });
  if (missing > 0) tally.note(`The account of "${author.login}" was here: it got none of the fields in the file.`);
}

/** Accounts need a unique address; the `.invalid` top-level domain is reserved for this. Several logins share a slug. */
async function freeAddress(store: ImportRun['store'], name: string): Promise<string> {
  const address = (number: number) => `${name}${number > 1 ? `-${number}` : ''}@imported.invalid`;
  let number = 1;
  while (await store.users.byEmail(address(number))) number += 1;
  return address(number);
}
