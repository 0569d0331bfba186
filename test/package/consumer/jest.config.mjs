export default { testMatch: ['**/*.jest.mjs'], transform: {} };
