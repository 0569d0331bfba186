// The limits only end what hangs, also on a busy machine.
export default { testDir: '.', testMatch: '*.playwright.ts', reporter: 'line', workers: 1, timeout: 300_000 };
