import { existsSync } from 'node:fs';
import { chromium, type Page } from 'playwright-core';

/** Loads pages in a real browser and says whether a script of theirs ran. */
export interface BrowserJudge {
  /** Those of the pages in which the planted call `zqrun()` ran. */
  running(pages: readonly string[]): Promise<string[]>;
  close(): Promise<void>;
}

const executablePath = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find(existsSync);

/** Null where there is no browser on this machine. */
export async function openBrowserJudge(): Promise<BrowserJudge | null> {
  if (executablePath === undefined) return null;
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
  const page = await browser.newPage();
  let calls = 0;
  await page.exposeFunction('zqrun', () => {
    calls++;
  });
  page.on('dialog', (dialog) => {
    calls++;
    dialog.dismiss().catch(() => {});
  });
  await page.route('**/*', (route) => route.abort());
  const callsIn = async (pages: readonly string[]): Promise<number> => {
    calls = 0;
    await show(page, pages);
    return calls;
  };
  return {
    async running(pages) {
      if ((await callsIn(pages)) === 0) return [];
      const found: string[] = [];
      for (const one of pages) if ((await callsIn([one])) > 0) found.push(one);
      return found;
    },
    close: () => browser.close(),
  };
}

/**
 * Shows pages one after the other and does to every element what a visitor might. It is text, since it runs in the
 * browser, whose types this program does not know.
 */
const visit = `async (pages) => {
  const types = ['click', 'mouseover', 'mouseenter', 'focus', 'error', 'load', 'toggle', 'animationstart', 'submit'];
  for (const html of pages) {
    document.open();
    document.write('<!DOCTYPE html><meta charset=utf-8><body><div>' + html + '</div></body>');
    document.close();
    for (const element of document.querySelectorAll('*')) {
      for (const type of types) element.dispatchEvent(new Event(type, { cancelable: true }));
      if (/^\\s*javascript:/i.test(element.href ?? '')) element.click();
    }
    await new Promise((resolve) => setTimeout(resolve, 0));
  }
}`;

async function show(page: Page, pages: readonly string[]): Promise<void> {
  await page.goto('about:blank');
  // A page that takes itself away leaves no document to go on with.
  await page.evaluate(`(${visit})(${JSON.stringify(pages)})`).catch(() => {});
}
