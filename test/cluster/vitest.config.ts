import { defineConfig } from 'vitest/config';

/** Three database nodes and three instances share two cores: one file at a time. */
export default defineConfig({
  test: {
    name: 'cluster',
    root: new URL('../..', import.meta.url).pathname,
    include: ['test/cluster/**/*.test.ts'],
    globalSetup: ['test/cluster/support/say-what-is-missing.ts'],
    fileParallelism: false,
    testTimeout: 600_000,
    hookTimeout: 900_000,
    expect: { poll: { timeout: 300_000 } },
  },
});
