import { existsSync } from 'node:fs';
import { type Browser, chromium, type Page } from 'playwright-core';

/** Where Debian and others put it; the suite cannot run without a browser and says so. */
const executablePath = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find((path) =>
  existsSync(path),
);

export function launchBrowser(): Promise<Browser> {
  if (executablePath === undefined)
    throw new Error('The browser tests need Chromium, such as the package "chromium" of Debian.');
  return chromium.launch({ executablePath, args: ['--no-sandbox'] });
}

/** Whether nothing is on its way, and no request began for a third of a second; runs in the page. */
const hasSettled = `(() => {
  const count = performance.getEntriesByType('resource').length;
  const isLoading = document.querySelector('.mantine-Skeleton-root, .mantine-Loader-root') !== null;
  if (isLoading || globalThis.seen?.count !== count) globalThis.seen = { count, since: performance.now() };
  return performance.now() - globalThis.seen.since > 333;
})()`;

export async function settled(page: Page): Promise<void> {
  await page.waitForFunction(hasSettled);
}
