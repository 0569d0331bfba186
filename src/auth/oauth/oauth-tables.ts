import type { DeclaredTable, ExtensionTable, Store } from '../../storage/store.ts';

/** How an app became known: it registered itself, has a document at its id, or was added by an administrator. */
export type AppSource = 'registered' | 'document' | 'added';

/** An app that may ask people for access. All of them are public clients: none has a secret. */
export interface AppRow {
  id: number;
  /** The `client_id`. */
  clientId: string;
  source: AppSource;
  name: string;
  redirects: readonly string[];
  homepage: string;
  /** Seconds since the epoch. */
  createdAt: number;
  /** When its document was last fetched; 0 for the others. */
  fetchedAt: number;
  /** When somebody last gave it access; 0 if nobody has. */
  usedAt: number;
}

export const appsTable: ExtensionTable<AppRow> = {
  name: 'oauth_apps',
  columns: {
    id: 'id',
    clientId: 'short',
    source: 'short',
    name: 'short',
    redirects: 'json',
    homepage: 'text',
    createdAt: 'integer',
    fetchedAt: 'integer',
    usedAt: 'integer',
  },
  key: 'id',
  unique: [['clientId']],
  indexes: [['source', 'usedAt', 'createdAt']],
  isLogged: false,
};

/** What a token is bound to. It is repeated in the row of each token, so that a request is identified with one read. */
export interface Bound {
  userId: number;
  clientId: string;
  /** Names of scopes with spaces between them; `*` for all rights of the account. */
  scopes: string;
  /** The address that it is for (RFC 8707). */
  resource: string;
  /** Of the password that the account had; with another one the token is void, whoever changed it. */
  passwordMark: string;
}

/** Access that a person gave to an app. All tokens of one grant end together. */
export interface GrantRow extends Bound {
  id: number;
  appName: string;
  /** How it was given. */
  way: 'code' | 'device' | 'password';
  createdAt: number;
  /** To about five minutes. */
  usedAt: number;
  /** Where it was last used from. */
  address: string;
  /** After this no token of it is valid any more. */
  expiresAt: number;
}

export const grantsTable: ExtensionTable<GrantRow> = {
  name: 'oauth_grants',
  columns: {
    id: 'id',
    userId: 'integer',
    clientId: 'short',
    appName: 'short',
    way: 'short',
    scopes: 'short',
    resource: 'text',
    passwordMark: 'short',
    createdAt: 'integer',
    usedAt: 'integer',
    address: 'short',
    expiresAt: 'integer',
  },
  key: 'id',
  indexes: [['userId'], ['clientId'], ['expiresAt']],
  isLogged: false,
};

/** A token; only whoever was given it has the token itself. */
export interface TokenRow extends Bound {
  id: number;
  tokenHash: string;
  kind: 'access' | 'refresh' | 'jwt';
  grantId: number;
  createdAt: number;
  expiresAt: number;
  /** When a refresh token was exchanged; 0 until then. Its row stays, so that a second use is noticed. */
  usedAt: number;
}

export const tokensTable: ExtensionTable<TokenRow> = {
  name: 'oauth_tokens',
  columns: {
    id: 'id',
    tokenHash: 'short',
    kind: 'short',
    grantId: 'integer',
    userId: 'integer',
    clientId: 'short',
    scopes: 'short',
    resource: 'text',
    passwordMark: 'short',
    createdAt: 'integer',
    expiresAt: 'integer',
    usedAt: 'integer',
  },
  key: 'id',
  unique: [['tokenHash']],
  indexes: [['grantId'], ['userId'], ['expiresAt']],
  isLogged: false,
};

/** What the browser of a person carries back to an app, to be exchanged once. */
export interface CodeRow extends Bound {
  id: number;
  codeHash: string;
  appName: string;
  redirect: string;
  /** SHA-256 of what only the app knows that asked (PKCE). */
  challenge: string;
  expiresAt: number;
  /** When it was exchanged; 0 until then. Its row stays for a while, so that a second use is noticed. */
  usedAt: number;
  /** The grant it was exchanged for. */
  grantId: number;
}

export const codesTable: ExtensionTable<CodeRow> = {
  name: 'oauth_codes',
  columns: {
    id: 'id',
    codeHash: 'short',
    userId: 'integer',
    clientId: 'short',
    appName: 'short',
    scopes: 'short',
    resource: 'text',
    passwordMark: 'short',
    redirect: 'text',
    challenge: 'short',
    expiresAt: 'integer',
    usedAt: 'integer',
    grantId: 'integer',
  },
  key: 'id',
  unique: [['codeHash']],
  indexes: [['userId'], ['expiresAt']],
  isLogged: false,
};

/** A program without a browser that waits for somebody to type its code elsewhere (RFC 8628). */
export interface DeviceRow extends Bound {
  id: number;
  deviceHash: string;
  userCodeHash: string;
  appName: string;
  state: 'waiting' | 'approved' | 'denied' | 'used';
  /** Where it asked from: people are told. */
  address: string;
  createdAt: number;
  expiresAt: number;
  /** Milliseconds since the epoch. */
  polledAtMs: number;
  /** Seconds that it has to wait between two questions. */
  pause: number;
}

export const devicesTable: ExtensionTable<DeviceRow> = {
  name: 'oauth_devices',
  columns: {
    id: 'id',
    deviceHash: 'short',
    userCodeHash: 'short',
    userId: 'integer',
    clientId: 'short',
    appName: 'short',
    scopes: 'short',
    resource: 'text',
    passwordMark: 'short',
    state: 'short',
    address: 'short',
    createdAt: 'integer',
    expiresAt: 'integer',
    polledAtMs: 'integer',
    pause: 'integer',
  },
  key: 'id',
  unique: [['deviceHash'], ['userCodeHash']],
  indexes: [['userId'], ['expiresAt']],
  isLogged: false,
};

export const oauthTables: readonly DeclaredTable[] = [appsTable, grantsTable, tokensTable, codesTable, devicesTable];

/** Removes everything that apps could use the account of a user with. */
export async function forgetTokens(store: Store, userId: number): Promise<void> {
  await store.table(tokensTable).remove({ userId });
  await store.table(grantsTable).remove({ userId });
  await store.table(codesTable).remove({ userId });
  await store.table(devicesTable).remove({ userId });
}
