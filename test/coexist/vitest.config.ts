import { defineConfig } from 'vitest/config';

/** One real WordPress serves the whole run, and files run one after the other: what a write touched is read off the shared tables. */
export default defineConfig({
  test: {
    name: 'coexist',
    root: new URL('../..', import.meta.url).pathname,
    include: ['test/coexist/**/*.test.ts'],
    globalSetup: ['test/coexist/support/start-wordpress.ts'],
    fileParallelism: false,
    testTimeout: 900_000,
    hookTimeout: 900_000,
    expect: { poll: { timeout: 300_000 } },
  },
});
