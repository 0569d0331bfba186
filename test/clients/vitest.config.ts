import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

/** Runs clients of the interface as npm has them, unmodified, against the program. */
export default defineConfig({
  test: {
    include: ['test/clients/{,today/}*.test.ts'],
    globalSetup: ['test/clients/install-clients.ts'],
    // The example imports the package by its name; here that is the source.
    alias: { 'platen/extension': fileURLToPath(new URL('../../src/extension.ts', import.meta.url)) },
    testTimeout: 900_000,
    hookTimeout: 900_000,
    expect: { poll: { timeout: 300_000 } },
  },
});
