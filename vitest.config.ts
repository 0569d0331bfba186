import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

/** Themes and extensions import the package by its name; in tests that is the source. */
const alias = Object.fromEntries(
  ['extension', 'theme'].map((name) => [
    `platen/${name}`,
    fileURLToPath(new URL(name === 'theme' ? './src/theme/theme.ts' : './src/extension.ts', import.meta.url)),
  ]),
);

/** Slow tests of what no database has a part in; they run on SQLite only. */
const databaseFree = ['test/api/extensions/faults.test.ts', 'test/api/posts/texts.hold.test.ts'];

/** Behaviour tests run once per database; the store is chosen by PLATEN_TEST_STORE, set per project. */
const behaviour = (store: 'sqlite' | 'mariadb') => ({
  test: {
    alias,
    name: store,
    include: ['test/api/**/*.test.ts', 'test/store/**/*.test.ts'],
    ...(store === 'mariadb' ? { exclude: databaseFree } : {}),
    env: { PLATEN_TEST_STORE: store },
    setupFiles: ['test/support/statements/check-statements.ts'],
    // Loading the whole server takes longer than most files run: files of a worker share what was loaded.
    isolate: false,
    testTimeout: 60_000,
    hookTimeout: 60_000,
    ...(store === 'mariadb' ? { globalSetup: ['test/mariadb-required.ts'] } : {}),
  },
});

export default defineConfig({
  test: {
    // Many tests wait for servers, mail and clocks: more workers than cores keep small machines busy.
    maxWorkers: Math.max(3, availableParallelism()),
    projects: [
      {
        test: {
          name: 'unit',
          include: [
            'src/**/*.test.ts',
            'test/*.test.ts',
            'test/simulation/**/*.test.ts',
            'test/architecture/**/*.test.ts',
            'test/process/**/*.test.ts',
            'test/docs/**/*.test.ts',
          ],
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      behaviour('sqlite'),
      behaviour('mariadb'),
      { test: { name: 'browser', include: ['test/browser/**/*.test.ts'], testTimeout: 120_000, hookTimeout: 120_000 } },
    ],
  },
});
