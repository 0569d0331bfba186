export default { test: { include: ['*.vitest.ts'] } };
