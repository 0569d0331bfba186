export default { testDir: '.', testMatch: '*.playwright.ts', reporter: 'line', workers: 1 };
