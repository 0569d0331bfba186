import { defineConfig } from 'vitest/config';

/** Runs clients of the interface as npm has them, unmodified, against the program. */
export default defineConfig({
  test: {
    include: ['test/clients/*.test.ts'],
    globalSetup: ['test/clients/install-clients.ts'],
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
});
