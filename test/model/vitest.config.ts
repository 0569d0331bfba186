import { defineConfig } from 'vitest/config';

/** Seeds run one after the other: each has servers of its own, and its findings are read in order. */
export default defineConfig({
  test: {
    name: 'model',
    root: new URL('../..', import.meta.url).pathname,
    include: [process.env.PLATEN_MODEL_MUTATIONS ? 'test/model/mutations.test.ts' : 'test/model/model.test.ts'],
    fileParallelism: false,
    // Only ends a seed that hangs, also on a machine that is busy with other work.
    testTimeout: 3_600_000,
    hookTimeout: 900_000,
  },
});
