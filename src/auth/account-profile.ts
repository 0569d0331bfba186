import type { Store } from '../storage/store.ts';

/** The profile data of a user that is stored beside the account row. */
export interface Profile {
  readonly displayName?: string;
  readonly firstName?: string;
  readonly lastName?: string;
  readonly nickname?: string;
  readonly url?: string;
  readonly description?: string;
  readonly locale?: string;
  /** The requested slug; made unique for a new account. */
  readonly slug?: string;
}

export function fullName({ firstName = '', lastName = '' }: Profile): string {
  return `${firstName} ${lastName}`.trim();
}

/** The members that are stored as user meta, and their keys. */
const metaKeys = [
  ['firstName', 'first_name'],
  ['lastName', 'last_name'],
  ['description', 'description'],
  ['locale', 'locale'],
  ['nickname', 'nickname'],
] as const satisfies readonly (readonly [keyof Profile, string])[];

/** Admin screen preferences of the old system, which treats a missing row as "no". */
const screenDefaults = {
  rich_editing: 'true',
  syntax_highlighting: 'true',
  comment_shortcuts: 'false',
  admin_color: 'fresh',
  use_ssl: '0',
  show_admin_bar_front: 'true',
};

/** Writes the complete profile of a new account; missing values are stored as empty text. */
export async function writeNewProfile(
  store: Store,
  userId: number,
  { nickname, ...rest }: Profile & { readonly nickname: string },
): Promise<void> {
  await writeProfile(store, userId, { firstName: '', lastName: '', description: '', locale: '', ...rest });
  for (const [key, value] of Object.entries(screenDefaults)) await store.meta.set('user', userId, key, [value]);
  await writeProfile(store, userId, { nickname });
}

/** Writes the given profile values and leaves the others unchanged. */
export async function writeProfile(store: Store, userId: number, profile: Profile): Promise<void> {
  for (const [name, key] of metaKeys) {
    const value = profile[name];
    if (value !== undefined) await store.meta.set('user', userId, key, [value]);
  }
}
