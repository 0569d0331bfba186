// The limits only end what hangs, also on a busy machine.
export default { testMatch: ['**/*.jest.mjs'], transform: {}, testTimeout: 300_000 };
