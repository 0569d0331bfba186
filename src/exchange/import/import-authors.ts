import { randomBytes } from 'node:crypto';
import { createAccount } from '../../auth/accounts.ts';
import { slugify } from '../../text/slugs/slug.ts';
import type { WxrAuthor } from '../wxr/wxr-parts.ts';
import type { ImportRun } from './import-run.ts';

/** A login on the command line that does not exist. */
export class UnknownAuthor extends Error {}

/**
 * Finds or creates the user for an author of the file: the one given on the command line, else the one with its
 * login or e-mail address, else a new one with the site's default role and a random password.
 */
export async function importAuthor(run: ImportRun, author: WxrAuthor): Promise<number> {
  const known = run.authorIds.get(author.login);
  if (known !== undefined) return known;
  const id = (await namedAuthor(run, author)) ?? (await sameAuthor(run, author)) ?? (await newAuthor(run, author));
  run.authorIds.set(author.login, id);
  return id;
}

/** The author of an item; old files have no separate list of authors. */
export function authorOf(run: ImportRun, login: string): Promise<number> {
  return importAuthor(run, { id: 0, login, email: '', displayName: '', firstName: '', lastName: '' });
}

async function namedAuthor({ store, options, tally }: ImportRun, { login }: WxrAuthor): Promise<number | null> {
  const wanted = options.authors.get(login) ?? options.authors.get('*');
  if (wanted === undefined) return null;
  const user = await store.users.byLogin(wanted);
  if (!user) throw new UnknownAuthor(`There is no user "${wanted}" to stand for "${login}".`);
  tally.skip('author');
  return user.id;
}

async function sameAuthor({ store, tally }: ImportRun, { login, email }: WxrAuthor): Promise<number | null> {
  const user =
    (login === '' ? null : await store.users.byLogin(login)) ??
    (email === '' ? null : await store.users.byEmail(email));
  if (user) tally.skip('author');
  return user?.id ?? null;
}

async function newAuthor({ store, tally, nowMs }: ImportRun, author: WxrAuthor): Promise<number> {
  const login = author.login.slice(0, 60) || 'imported';
  const existing = await store.users.byLogin(login);
  if (existing) return existing.id;
  const role = (await store.options.get('default_role')) || 'subscriber';
  const id = await createAccount(store, {
    login,
    email: author.email || (await freeAddress(store, slugify(login, { slash: 'dash' }) || 'imported')),
    password: randomBytes(24).toString('base64url'),
    roles: [role],
    nowMs,
    ...(author.displayName && { displayName: author.displayName }),
    firstName: author.firstName,
    lastName: author.lastName,
  });
  tally.count('author');
  return id;
}

/** Accounts need a unique address; the `.invalid` top-level domain is reserved for this. Several logins share a slug. */
async function freeAddress(store: ImportRun['store'], name: string): Promise<string> {
  const address = (number: number) => `${name}${number > 1 ? `-${number}` : ''}@imported.invalid`;
  let number = 1;
  while (await store.users.byEmail(address(number))) number += 1;
  return address(number);
}
