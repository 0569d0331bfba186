import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import type { Variant } from '../../../src/api/variant.ts';
import { createAccount } from '../../../src/auth/accounts.ts';
import { createApplicationPassword } from '../../../src/auth/passwords/application-passwords.ts';
import { createPlaten, type Platen } from '../../../src/index.ts';
import { type CheckAnswer, createAnswerCheck } from '../../support/check-answer.ts';
import { freshDatabase, type StoreKind } from '../../support/database.ts';
import { freePort } from '../../support/free-port.ts';
import { requestFor } from '../../support/platen.ts';
import { type Planted, plantLaterSecrets, plantMessages, plantSecrets } from './plant.ts';
import { createLeakCheck, createSecrets, type FuzzRole, type LeakCheck, type Secret } from './secrets.ts';
import { createTally, type Tally } from './tally.ts';
import { startWatched, type Watch } from './watched-server.ts';

export interface FuzzSite {
  readonly variant: Variant['name'];
  readonly store: StoreKind;
  /** Of the server, without a slash at the end. */
  readonly origin: string;
  readonly dataDir: string;
  readonly watch: Watch;
  readonly planted: Planted;
  /** A form that visitors may send; 0 where the variant has none. */
  readonly formId: number;
  readonly secrets: readonly Secret[];
  readonly leakCheck: LeakCheck;
  readonly checkAnswer: CheckAnswer;
  readonly tally: Tally;
  /** The value of `Authorization`; undefined for visitors. */
  authorization(role: FuzzRole): string | undefined;
  /** The password of the account of a role; undefined for visitors. */
  password(role: FuzzRole): string | undefined;
  close(): Promise<void>;
}

const members = ['subscriber', 'contributor', 'author', 'editor', 'administrator'] as const;

/** A site full of secrets on a database of its own, and the real server on it, watched from outside. */
export async function openFuzzSite(variant: Variant['name'], store: StoreKind): Promise<FuzzSite> {
  const dataDir = await mkdtemp(join(tmpdir(), 'platen-fuzz-'));
  const database = await freshDatabase(store);
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  const secrets = createSecrets();
  const adminPassword = secrets.plant('password of the first administrator', []);
  const adminEmail = `${secrets.plant('address of the first administrator', ['editor', 'administrator'])}@hidden.example`;
  const settings = { siteUrl: origin, variant, adminPassword, adminEmail, dataDir, databaseUrl: database.url };
  const platen = await createPlaten({
    ...settings,
    sampleContent: variant !== 'b',
    leads: false,
    throttle: false,
    commentFloodSeconds: 0,
    log: pino({ level: 'silent' }),
  });
  const { logins, passwords, cast } = await makeCast(platen, secrets);
  const planted = await plantSecrets(maker(platen, adminPassword), platen.store, secrets, cast);
  if (variant === 'c') await plantLaterSecrets(maker(platen, adminPassword), secrets, planted);
  planted.users.push(1, ...(await makeKeepers(platen, secrets)));
  const formId = variant === 'a' ? await firstForm(platen, adminPassword) : 0;
  if (formId > 0) await plantMessages(platen.store, secrets, formId);
  const checkAnswer = createAnswerCheck(platen.registry, variant !== 'b');
  await platen.close();
  secrets.add(dataDir, 'the data folder');
  const watch = await startWatched(
    {
      PLATEN_SITE_URL: origin,
      PLATEN_PORT: String(port),
      PLATEN_VARIANT: variant,
      PLATEN_DATA_DIR: dataDir,
      PLATEN_DATABASE_URL: database.url,
      PLATEN_THROTTLE: 'off',
      PLATEN_COMMENT_FLOOD_SECONDS: '0',
      PLATEN_LOG_LEVEL: 'error',
      PLATEN_CACHE_MB: '8',
    },
    `${origin}/readyz`,
  );
  return {
    variant,
    store,
    origin,
    dataDir,
    watch,
    planted,
    formId,
    secrets: secrets.planted,
    leakCheck: createLeakCheck(secrets.planted),
    checkAnswer,
    tally: createTally(),
    authorization: (role) => logins.get(role),
    password: (role) => passwords.get(role),
    async close() {
      await watch.stop();
      await database.drop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

async function makeCast({ store }: Platen, secrets: ReturnType<typeof createSecrets>) {
  const logins = new Map<FuzzRole, string>();
  const passwords = new Map<FuzzRole, string>();
  const cast = {} as Record<(typeof members)[number], number>;
  for (const role of members) {
    // Editors see the addresses of those who comment.
    const address = secrets.plant(`address of the ${role}`, [role, 'editor', 'administrator']);
    const password = secrets.plant(`password of the ${role}`, []);
    passwords.set(role, password);
    const account = { login: `the-${role}`, email: `${address}@hidden.example`, password, roles: [role] };
    cast[role] = await store.transaction((s) => createAccount(s, { ...account, nowMs: Date.now() }));
    // A password of its own: a case may change that of the account.
    const made = await createApplicationPassword(store, cast[role], 'fuzz', Date.now());
    secrets.add(made.password, `application password of the ${role}`);
    logins.set(role, `Basic ${Buffer.from(`the-${role}:${made.password}`).toString('base64')}`);
  }
  return { logins, passwords, cast };
}

/** Users who do nothing and are known to administrators only. */
async function makeKeepers({ store }: Platen, secrets: ReturnType<typeof createSecrets>): Promise<number[]> {
  const login = secrets.plant('name of a user who wrote nothing', ['administrator']);
  const account = { login, email: `${login}@hidden.example`, password: 'pw', roles: ['subscriber'], nowMs: Date.now() };
  return [await store.transaction((s) => createAccount(s, account))];
}

async function firstForm(platen: Platen, password: string): Promise<number> {
  const authorization = `Basic ${Buffer.from(`admin:${password}`).toString('base64')}`;
  const { payload } = await platen.answer(requestFor('GET', '/forms/v1/contact-forms', undefined, { authorization }));
  return JSON.parse(String(payload))[0].id;
}

function maker(platen: Platen, password: string) {
  const authorization = `Basic ${Buffer.from(`admin:${password}`).toString('base64')}`;
  return async (path: string, fields: Record<string, unknown>): Promise<number> => {
    const { status, payload } = await platen.answer(requestFor('POST', path, fields, { authorization }));
    if (status > 201) throw new Error(`${path} was refused with ${status}: ${payload}`);
    return JSON.parse(String(payload)).id;
  };
}
