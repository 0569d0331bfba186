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

/** What a page waits for, and how many requests it has made; the content policy allows no function to be sent there. */
const activity = `[document.querySelectorAll('.mantine-Skeleton-root, .mantine-Loader-root').length, performance.getEntriesByType('resource').length]`;

/** Waits until nothing of a page is on its way, and no request was made for a third of a second. */
export async function settled(page: Page): Promise<void> {
  const patienceMs = 30_000;
  const started = performance.now();
  let seen = '';
  for (let quiet = 0; quiet < 4; ) {
    const [waiting, requests] = (await page.evaluate(activity)) as [number, number];
    const now = `${waiting} ${requests}`;
    quiet = waiting === 0 && now === seen ? quiet + 1 : 0;
    seen = now;
    if (performance.now() - started > patienceMs) throw new Error(`${page.url()} is still loading: ${now}`);
    await page.waitForTimeout(100);
  }
}
