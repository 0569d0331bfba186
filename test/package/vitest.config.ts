import { defineConfig } from 'vitest/config';

/** Packs the package, installs it in an empty project, and uses it there as others would. */
export default defineConfig({
  test: {
    include: ['test/package/*.test.ts'],
    globalSetup: ['test/package/install-package.ts'],
    testTimeout: 900_000,
    hookTimeout: 900_000,
    expect: { poll: { timeout: 300_000 } },
    fileParallelism: false,
  },
});
