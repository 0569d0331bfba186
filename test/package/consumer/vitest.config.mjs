// The limits only end what hangs, also on a busy machine.
export default { test: { include: ['*.vitest.ts'], testTimeout: 300_000, hookTimeout: 300_000 } };
