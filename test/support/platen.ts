import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { hash as bcrypt } from '@node-rs/bcrypt';
import { pino } from 'pino';
import { parseParams } from '../../src/api/params.ts';
import type { ApiRequest } from '../../src/api/request.ts';
import type { SiteOverrides } from '../../src/app/open-services.ts';
import { createAccount } from '../../src/auth/accounts.ts';
import { createPlaten, type Platen, type PlatenOptions } from '../../src/index.ts';
import { checkOwnAnswer } from './check-own-answer.ts';
import { freshDatabase } from './database.ts';

export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  // Tests look into answers of every shape; the assertions are what types them.
  // biome-ignore lint/suspicious/noExplicitAny: an answer is whatever the server said
  readonly body: any;
}

export type Role = 'administrator' | 'editor' | 'author' | 'contributor' | 'subscriber' | 'anonymous';

export interface TestPlaten {
  readonly platen: Platen;
  /** Ids of the cast: one user per role. */
  readonly users: Readonly<Record<Exclude<Role, 'anonymous'>, number>>;
  as(who: Role | `${string}:${string}`): Client;
  /** Ends what the test started. */
  close(): Promise<void>;
}

export interface Client {
  get(path: string, headers?: Record<string, string>): Promise<Answer>;
  post(path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>;
  put(path: string, body?: unknown): Promise<Answer>;
  delete(path: string, body?: unknown): Promise<Answer>;
  send(method: string, path: string, options?: { body?: unknown; headers?: Record<string, string> }): Promise<Answer>;
}

const cast = ['editor', 'author', 'contributor', 'subscriber'] as const;

const hashes = new Map<string, Promise<string>>();

/** The stored password of a role: bcrypt as on any site, but of the least cost, since most tests are not about it. */
function castHash(role: string): Promise<string> {
  const made = hashes.get(role) ?? bcrypt(`pw-${role}`, 4).then((hash) => hash.replace(/^\$2b\$/, '$2y$'));
  hashes.set(role, made);
  return made;
}

/** A whole server in this process, on a fresh database of the kind under test, with one user per role. */
export async function testPlaten(options: PlatenOptions = {}, overrides: SiteOverrides = {}): Promise<TestPlaten> {
  const dataDir = await mkdtemp(join(tmpdir(), 'platen-test-'));
  const database = await freshDatabase();
  const usual: PlatenOptions = {
    databaseUrl: database.url,
    dataDir,
    port: 0,
    siteUrl: 'http://site.test',
    adminPassword: 'pw-administrator',
    sampleContent: false,
    commentFloodSeconds: 0,
    throttle: false,
    log: pino({ level: 'silent' }),
    leads: false,
  };
  const adminPasswordHash = await castHash('administrator');
  const known = options.adminPassword === undefined ? { adminPasswordHash } : {};
  const platen = await createPlaten({ ...usual, ...options }, { ...known, ...overrides });
  const users = { administrator: 1 } as Record<Exclude<Role, 'anonymous'>, number>;
  for (const role of cast) {
    const account = {
      login: `the-${role}`,
      email: `${role}@example.org`,
      password: `pw-${role}`,
      passwordHash: await castHash(role),
      roles: [role],
      nowMs: Date.now(),
    };
    users[role] = await platen.store.transaction((store) => createAccount(store, account));
  }
  return {
    platen,
    users,
    as: (who) => clientFor(platen, credentials(who)),
    async close() {
      await platen.close();
      await database.drop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

function credentials(who: string): string | null {
  if (who === 'anonymous') return null;
  if (who.includes(':')) return who;
  return who === 'administrator' ? 'admin:pw-administrator' : `the-${who}:pw-${who}`;
}

/** Asks a server in this process as one user, `name:password`, or as a visitor. */
export function clientFor(platen: Platen, login: string | null): Client {
  const send: Client['send'] = async (method, path, { body, headers } = {}) => {
    const answered = await platen.answer(requestFor(method, path, body, { ...basic(login), ...headers }));
    const text = typeof answered.payload === 'string' ? answered.payload : '';
    const names = Object.entries(answered.headers).map(([name, value]) => [name.toLowerCase(), String(value)]);
    const value = answered.type.startsWith('application/json') && text !== '' ? JSON.parse(text) : text;
    const { status } = answered;
    if (!headers?.['x-http-method-override'])
      checkOwnAnswer(platen.registry, { method, url: path, status, body: value });
    return { status, headers: { ...Object.fromEntries(names), 'content-type': answered.type }, body: value };
  };
  return {
    send,
    get: (path, headers) => send('GET', path, { ...(headers ? { headers } : {}) }),
    post: (path, body, headers) => send('POST', path, { body, ...(headers ? { headers } : {}) }),
    put: (path, body) => send('PUT', path, { body }),
    delete: (path, body) => send('DELETE', path, { body }),
  };
}

function basic(login: string | null): Record<string, string> {
  return login ? { authorization: `Basic ${Buffer.from(login).toString('base64')}` } : {};
}

/** A request as the HTTP server would hand it over; a plain body travels as JSON does. */
export function requestFor(method: string, url: string, body: unknown, headers: Record<string, string>): ApiRequest {
  const [path = '/', search = ''] = url.split('?');
  const value: unknown = body === undefined ? undefined : JSON.parse(JSON.stringify(body));
  return {
    id: randomUUID(),
    method,
    path,
    query: parseParams(search),
    headers,
    remoteAddress: '127.0.0.1',
    secure: false,
    body: async () => (value === undefined ? { kind: 'none' } : { kind: 'json', value }),
  };
}
