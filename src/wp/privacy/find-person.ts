import { isOwnEmail } from '../../auth/oidc.ts';
import type { Store } from '../../storage/store.ts';
import { allComments } from './person-rows.ts';
import type { Person } from './person-table.ts';

/** Whom a request is about: an account by its id, or whoever has a mail address. */
export type PersonAsked = { readonly user: number } | { readonly email: string };

const nameKeys = ['first_name', 'last_name', 'nickname'];
/** A shorter name stands in many texts that mean nobody. */
const shortestName = 4;
const mostNames = 10;

/**
 * The person, with everything that they are found by; null where there is no such account. An account that was given its
 * address by its owner, which nobody has confirmed, is not the person of that address: it may be the one of somebody else.
 */
export async function findPerson(store: Store, asked: PersonAsked): Promise<Person | null> {
  const user = 'user' in asked ? await store.users.byId(asked.user) : await store.users.byEmail(asked.email.trim());
  const isProven = user !== null && !(await isOwnEmail(store, user.id));
  if ('email' in asked && !isProven) return visitor(store, asked.email.trim());
  if (!user) return null;
  const rows = (await store.meta.of('user', [user.id], nameKeys)).get(user.id) ?? [];
  const value = (key: string) => rows.find((row) => row.key === key)?.value ?? '';
  const whole = `${value('first_name')} ${value('last_name')}`.trim();
  return {
    userId: user.id,
    login: user.login,
    emails: isProven && user.email !== '' ? [user.email] : [],
    names: namesOf([user.login, user.slug, user.displayName, whole, value('nickname')]),
  };
}

async function visitor(store: Store, email: string): Promise<Person> {
  const filter = { visibility: allComments, authorEmail: email };
  const newest = { by: 'id', direction: 'desc' } as const;
  const comments = await store.comments.find(filter, newest, { limit: mostNames, offset: 0 });
  return { userId: 0, login: '', emails: [email], names: namesOf(comments.map(({ authorName }) => authorName)) };
}

const namesOf = (names: readonly string[]): string[] =>
  [...new Set(names.map((name) => name.trim()))].filter((name) => [...name].length >= shortestName).slice(0, mostNames);

/** What stands for the person in texts: addresses and names. */
export const termsOf = ({ emails, names }: Person): readonly string[] => [...emails, ...names];

/** Whether an e-mail address is one of the person. */
export const isOf = (email: string, { emails }: Person): boolean =>
  emails.some((own) => own.toLowerCase() === email.toLowerCase());

/** Whether a text holds one of these, in any letter case. */
export function mentions(text: string, terms: readonly string[]): boolean {
  const folded = text.toLowerCase();
  return terms.some((term) => term !== '' && folded.includes(term.toLowerCase()));
}
