import '../storage/sqlite/open-memory.ts';
import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import type { Config } from '../config/config.ts';
import { options as coreOptions } from '../config/options.ts';
import type { LocalFetch } from '../http/local-fetch.ts';
import { createPlaten, type PlatenOptions } from '../index.ts';
import { openMemoryStore } from '../storage/open/open-store.ts';
import { createTestClock, createTestMail, createTestNetwork } from './test-doubles.ts';
import { createLogIn, createTestUser, testPassword, testPasswordHash } from './test-log-in.ts';
import { createFixtures, type TestSite } from './test-site.ts';

// Loaded with this module, not by the first start: a test waits for both, but for the second in every file.

/** Every option of `createPlaten` that makes sense in memory; `now` is where the clock stands at the start. */
export interface TestSiteOptions extends Omit<PlatenOptions, 'clock' | 'databaseUrl' | 'dataDir' | 'workers'> {
  readonly now?: Date | string | number;
}

const defaults = {
  siteUrl: 'http://site.test',
  port: 0,
  workers: 1,
  adminPassword: testPassword,
  sampleContent: false,
  commentFloodSeconds: 0,
  throttle: false,
} satisfies Partial<Config>;

/** Starts a whole site in the memory of this process. It makes no folder before a file is uploaded to it. */
export async function startPlaten(options: TestSiteOptions = {}): Promise<TestSite> {
  const { now = Date.now(), ...settings } = options;
  const startMs = new Date(now).getTime();
  // Made by the first upload, and removed with the site.
  const dataDir = join(tmpdir(), `platen-testing-${randomUUID()}`);
  const given = { ...defaults, dataDir, log: pino({ level: 'silent' }), leads: false, ...settings };
  const store = await openMemoryStore(settings.tablePrefix ?? coreOptions.tablePrefix.fallback);
  const mail = createTestMail();
  const network = createTestNetwork();
  const clock = createTestClock(startMs, () => platen.runDue());
  const platen = await createPlaten(
    { ...given, clock: clock.read },
    {
      openStore: async () => store,
      transport: mail.transport,
      fetch: network.fetch,
      adminPasswordHash: testPasswordHash,
    },
  );
  const logIn = createLogIn(store, clock.read);
  const { config } = platen;
  const admin = { id: 1, login: config.adminUser, email: config.adminEmail, password: testPassword };
  const as: TestSite['as'] = (user) => withHeaders(platen.fetch, logIn.password(user));
  let listening = `http://${config.host}`;
  const start = await store.save();
  return {
    platen,
    get url() {
      return config.siteUrl || listening;
    },
    clock,
    mail,
    network,
    logIn,
    admin,
    fetch: platen.fetch,
    as,
    ...createFixtures(as(admin)),
    user: (role, names = {}) => createTestUser(store, role, names, clock.read()),
    snapshot: () => store.save(),
    restore: (copy) => store.load(copy),
    async reset() {
      await store.load(start);
      mail.clear();
      network.clear();
      clock.rewind();
    },
    async listen() {
      listening = await platen.listen();
      return listening;
    },
    async close() {
      await platen.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

function withHeaders(ask: LocalFetch, more: Readonly<Record<string, string>>): LocalFetch {
  return (input, init = {}) => {
    const headers = new Headers(input instanceof Request ? input.headers : undefined);
    for (const [name, value] of new Headers(init.headers)) headers.set(name, value);
    for (const [name, value] of Object.entries(more)) headers.set(name, value);
    return ask(input, { ...init, headers });
  };
}

/** A fixture as `test.extend` of vitest and of Playwright take it. */
export type SiteFixture = (
  // Playwright reads the names of the fixtures it depends on from this pattern: none.
  others: object,
  use: (site: TestSite) => Promise<unknown>,
) => Promise<void>;

/**
 * A fixture that starts a site, hands it to the test and closes it. With `listen` the site also answers on a port,
 * which a browser needs; links then name that port.
 */
export function siteFixture({ listen = false, ...options }: TestSiteOptions & { listen?: boolean } = {}): SiteFixture {
  // biome-ignore lint/correctness/noEmptyPattern: Playwright demands a destructuring pattern
  return async ({}, use) => {
    const site = await startPlaten(listen ? { siteUrl: null, ...options } : options);
    try {
      if (listen) await site.listen();
      await use(site);
    } finally {
      await site.close();
    }
  };
}
