import { defineConfig } from 'vitest/config';

/** Makes projects of the starters with the packed package, builds them, and drives them with a browser. */
export default defineConfig({
  test: {
    include: ['test/starters/*.test.ts'],
    globalSetup: ['test/starters/pack-platen.ts'],
    // Each runs servers and builds of its own.
    fileParallelism: false,
    testTimeout: 900_000,
    hookTimeout: 900_000,
    expect: { poll: { timeout: 120_000 } },
  },
});
