import { isLogin, setRoles } from '../../auth/accounts.ts';
import type { RoleSource } from '../../auth/identity.ts';
import { isOwnEmail, linkIdentity, type OidcPerson, userOfIdentity } from '../../auth/oidc.ts';
import { recordAudit } from '../../background/audit-log.ts';
import { roleNames } from '../../rules/capabilities.ts';
import type { OidcProvider } from '../../rules/oidc-providers.ts';
import type { RoleTable } from '../../rules/roles.ts';
import type { Store } from '../../storage/store.ts';
import { storePersonName } from '../../text/sanitise/store-text.ts';
import type { OperationContext } from '../context/core-context.ts';
import { isLastRuler, rulesSite } from './last-ruler.ts';
import { type AccountWork, openAccount } from './open-account.ts';

/** Why somebody whom a provider knows does not get in here. */
export type OidcRefusal = 'unknown' | 'unverified' | 'unconfirmed' | 'noRole';

export type OidcOutcome = { readonly userId: number } | { readonly refused: OidcRefusal };

export interface OidcAccountContext {
  readonly roles: RoleSource;
  readonly work: AccountWork;
}

/** Finds or makes the account of a person whom a provider has identified, and sets its role by claim. */
export async function accountOfPerson(
  person: OidcPerson,
  provider: OidcProvider,
  { roles, work }: OidcAccountContext,
  at: OperationContext & { readonly address: string },
): Promise<OidcOutcome> {
  const table = await roles(at.store);
  const wanted = roleByClaim(person, provider, table);
  if (wanted === null) return { refused: 'noRole' };
  const known = await knownAccount(person, provider, at);
  if ('userId' in known) {
    if (provider.roleClaim && wanted !== '') await followClaim(known.userId, wanted, table, at);
    return known;
  }
  if (known.refused !== 'unknown' || !provider.createAccounts) return known;
  const email = person.verifiedEmail;
  if (email === null) return { refused: 'unverified' };
  if (await at.store.users.byEmail(email)) return { refused: 'unknown' };
  const role = wanted === '' ? 'subscriber' : wanted;
  if (!table.has(role)) return { refused: 'noRole' };
  const login = await freeLogin(person.login, at.store);
  const displayName = storePersonName(person.name).trim();
  const account = { login, email, password: null, role, ...(displayName ? { displayName } : {}) };
  const userId = await openAccount(
    account,
    { table, work, alongside: (inner, id) => link(person, id, { ...at, store: inner.store }, 'account.oidc_created') },
    at,
  );
  return { userId };
}

type At = OperationContext & { readonly address: string };

/** The account of the identity, or the one with its verified address where the provider is trusted with that. */
async function knownAccount(person: OidcPerson, { linkByEmail }: OidcProvider, at: At): Promise<OidcOutcome> {
  const { store } = at;
  const linked = await userOfIdentity(store, person.issuer, person.subject);
  if (linked !== null && (await store.users.byId(linked))) return { userId: linked };
  if (!linkByEmail) return { refused: 'unknown' };
  if (person.verifiedEmail === null) return { refused: 'unverified' };
  const user = await store.users.byEmail(person.verifiedEmail);
  if (!user) return { refused: 'unknown' };
  // Somebody may have given their account the address of this person, to be let into what the person does next.
  if (await isOwnEmail(store, user.id)) return { refused: 'unconfirmed' };
  await store.transaction((inner) => link(person, user.id, { ...at, store: inner }, 'account.oidc_linked'));
  return { userId: user.id };
}

async function link(
  { issuer, subject }: OidcPerson,
  userId: number,
  { store, now, address }: At,
  event: 'account.oidc_linked' | 'account.oidc_created',
): Promise<void> {
  await linkIdentity(store, { issuer, subject, userId }, now);
  const user = await store.users.byId(userId);
  const object = { objectId: userId, objectName: user?.login ?? '' };
  await recordAudit(store, { event, nowMs: now, userId, ...object, address, detail: { issuer } });
}

/** The role by the claims; empty where the provider gives none, null where the person has no right to one. */
function roleByClaim({ claims }: OidcPerson, provider: OidcProvider, table: RoleTable): string | null {
  const { roleClaim, roles = {}, role } = provider;
  if (!roleClaim) return role ?? '';
  const said = claims[roleClaim];
  const values = new Set(typeof said === 'string' ? [said] : Array.isArray(said) ? said : []);
  const found = Object.entries(roles).find(([value, name]) => values.has(value) && table.has(name))?.[1];
  return found ?? role ?? null;
}

/** Gives the account the role of the claim, except where that would leave nobody who rules the site. */
async function followClaim(userId: number, role: string, table: RoleTable, { store, now, address }: At): Promise<void> {
  const stored = (await store.users.capabilities([userId])).get(userId) ?? {};
  const before = roleNames(stored, table);
  if (!table.has(role) || (before.length === 1 && before[0] === role)) return;
  await store.transaction(async (inner) => {
    await inner.lock('roles');
    if (!rulesSite({ [role]: true }, table) && (await isLastRuler(userId, inner, table))) return;
    await setRoles(inner, userId, [role], table);
    const user = await inner.users.byId(userId);
    const entry = { nowMs: now, userId, objectId: userId, objectName: user?.login ?? '', address };
    await recordAudit(inner, {
      ...entry,
      event: 'user.update',
      detail: { fields: ['roles'], roles: [role], with: 'oidc' },
    });
  });
}

async function freeLogin(wish: string, store: Store): Promise<string> {
  const plain = wish.replace(/[^A-Za-z0-9_.@-]/g, '').slice(0, 50);
  const base = isLogin(plain) ? plain : 'person';
  for (let number = 1; ; number++) {
    const login = number === 1 ? base : `${base}-${number}`;
    if (!(await store.users.byLogin(login))) return login;
  }
}
