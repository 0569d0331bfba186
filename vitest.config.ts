import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { configDefaults, defineConfig } from 'vitest/config';

/** Themes and extensions import the package by its name; in tests that is the source. */
const alias = Object.fromEntries(
  ['extension', 'theme'].map((name) => [
    `platen/${name}`,
    fileURLToPath(new URL(name === 'theme' ? './src/site/theme/theme.ts' : './src/extension.ts', import.meta.url)),
  ]),
);

/** Kills, floods, faults and large sites: tiers of their own, so that what is run all day stays short. */
const slowUnits = [
  'src/**/*.kill.test.ts',
  'src/extensions/forms/challenge/challenge.test.ts',
  'src/lib/worker-pool.test.ts',
  'src/media/media-library.test.ts',
  'src/media/workers/media-workers.test.ts',
  'src/text/speed.test.ts',
  'src/transfer/generate-posts.test.ts',
];
const slowBehaviour = [
  'test/{api,store}/**/*.kill{,ed}.test.ts',
  'test/api/cache/cache.{abort,pages,stale}.test.ts',
  'test/api/exchange/exchange.{archive,import,jobs}.test.ts',
  'test/api/forms/forms.instances.test.ts',
  'test/api/jobs/*.test.ts',
  'test/api/media/{media.previews,uploads.bucket}.test.ts',
  'test/api/oauth/oauth.instances.test.ts',
  'test/api/posts/content.limits.test.ts',
  'test/api/responses/responses.recorded.test.ts',
  'test/store/{database-faults,first-start}.test.ts',
  'test/store/lists/tables-in-use.test.ts',
  'test/store/search/search.{large,long}.test.ts',
];
/** Slow tests of what no database has a part in; they run on SQLite only. */
const databaseFree = ['test/api/extensions/faults.test.ts', 'test/api/posts/texts.hold.test.ts'];

/** Kills around a database server, of minutes each: part of a long tier. */
const serverKills = ['test/process/upgrade-mariadb.kill.test.ts'];

/** Every screen, dialog and message of the admin page, at two widths: a long tier. */
const walks = ['test/browser/admin/{every-state,claims}.test.ts'];

/** A test waits for conditions; the limit only ends one that hangs, also on a machine that is busy with other work. */
const limits = {
  testTimeout: 600_000,
  hookTimeout: 600_000,
  expect: { poll: { timeout: 300_000 } },
};

const tier = (name: string, include: string[], exclude: string[] = []) => ({
  test: { name, include, exclude: [...configDefaults.exclude, ...exclude], ...limits },
});

/** Files of a worker share what was loaded, which halves the time; what one has replaced is put back after each test. */
const unit = {
  test: {
    ...tier('unit', ['src/**/*.test.ts', 'admin/src/**/*.test.ts', 'test/architecture/**/*.test.ts'], slowUnits).test,
    isolate: false,
    restoreMocks: true,
  },
};

/** Behaviour tests run once per database; the store is chosen by PLATEN_TEST_STORE, set per project. */
const behaviour = (store: 'sqlite' | 'mariadb') => ({
  test: {
    alias,
    name: store,
    include: ['test/api/**/*.test.ts', 'test/store/**/*.test.ts'],
    exclude: [...configDefaults.exclude, ...slowBehaviour, ...databaseFree],
    env: { PLATEN_TEST_STORE: store },
    // Loading the whole server takes longer than most files run: files of a worker share what was loaded.
    isolate: false,
    ...limits,
    // Compiling each cached statement again takes a third of the time; how they are cached is the same on both databases.
    ...(store === 'mariadb'
      ? { globalSetup: ['test/mariadb-required.ts'], setupFiles: ['test/support/statements/check-statements.ts'] }
      : {}),
  },
});

/** Tests of a database with nothing shared between the files. */
const only = (name: string, store: 'sqlite' | 'mariadb', include: string[]) => ({
  test: { ...behaviour(store).test, name, include, exclude: configDefaults.exclude, isolate: true },
});

export default defineConfig({
  test: {
    // Many tests wait for servers, mail and clocks: more workers than cores keep small machines busy.
    maxWorkers: Math.max(3, availableParallelism()),
    projects: [
      unit,
      only('slow', 'sqlite', [...slowUnits, ...slowBehaviour, ...databaseFree]),
      tier('process', ['test/process/**/*.test.ts'], serverKills),
      tier('docs', ['test/*.test.ts', 'test/docs/**/*.test.ts']),
      tier('simulation', ['test/simulation/**/*.test.ts']),
      behaviour('sqlite'),
      behaviour('mariadb'),
      only('mariadb-slow', 'mariadb', [...slowBehaviour, ...serverKills]),
      tier('browser', ['test/browser/**/*.test.ts'], walks),
      tier('walk', walks),
    ],
  },
});
