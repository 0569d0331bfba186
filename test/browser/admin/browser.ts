import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';

/** Where Debian and others put it; the suite cannot run without a browser and says so. */
const executablePath = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find((path) =>
  existsSync(path),
);

export function launchBrowser(): Promise<Browser> {
  if (executablePath === undefined)
    throw new Error('The browser tests need Chromium, such as the package "chromium" of Debian.');
  return chromium.launch({ executablePath, args: ['--no-sandbox'] });
}
