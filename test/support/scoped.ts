import { createApplicationPassword } from '../../src/auth/passwords/application-passwords.ts';
import type { Scope } from '../../src/rules/scopes.ts';
import type { Client, Role, TestPlaten } from './platen.ts';

const login = (role: string): string => (role === 'administrator' ? 'admin' : `the-${role}`);

/** Asks as an account of the cast, with a new application password that is limited to the scopes. */
export async function scopedClient(
  site: TestPlaten,
  role: Exclude<Role, 'anonymous'>,
  scopes: readonly Scope[] | null,
  more: { readonly expiresAt?: number } = {},
): Promise<Client> {
  return site.as(await scopedCredentials(site, role, scopes, more));
}

/** The name and password of such a client. */
export async function scopedCredentials(
  { platen: { store }, users }: TestPlaten,
  role: Exclude<Role, 'anonymous'>,
  scopes: readonly Scope[] | null,
  more: { readonly expiresAt?: number } = {},
): Promise<`${string}:${string}`> {
  const made = await createApplicationPassword(store, users[role], 'scoped', Date.now(), { scopes, ...more });
  return `${login(role)}:${made.password}`;
}
