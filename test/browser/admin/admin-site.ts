import { createRequire } from 'node:module';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { noteMs } from '../../../admin/src/ui/note-ms.ts';
import type { PlatenOptions } from '../../../src/index.ts';
import { freePort } from '../../support/free-port.ts';
import { type Role, type TestPlaten, testPlaten } from '../../support/platen.ts';
import { launchBrowser } from './browser.ts';

const axe = createRequire(import.meta.url).resolve('axe-core/axe.min.js');

export interface AdminSite {
  readonly site: TestPlaten;
  readonly origin: string;
  readonly browser: Browser;
  /** What no page may do: errors in a script or its console, refusals by the content policy, requests to other hosts. */
  readonly faults: string[];
  /** A page of the admin, logged in with the form of the log-in page. */
  open(who: Exclude<Role, 'anonymous'>, path: string, options?: BrowserContextOptions): Promise<Page>;
  close(): Promise<void>;
}

/** Notes are there for as long as people need to read them; a busy machine may need longer to press their button. */
const keepNotes = `(() => {
  const wait = window.setTimeout;
  window.setTimeout = (work, ms, ...more) => wait(work, ms === ${noteMs} ? 60_000 : ms, ...more);
})()`;

/** A site with its admin page, and a browser to use it with. */
export async function adminSite(options: PlatenOptions = {}): Promise<AdminSite> {
  const { port = await freePort() } = options;
  const origin = options.siteUrl ?? `http://127.0.0.1:${port}`;
  const site = await testPlaten({ port, siteUrl: origin, leads: true, ...options });
  await site.platen.listen();
  const browser = await launchBrowser();
  const faults: string[] = [];
  return {
    site,
    origin,
    browser,
    faults,
    async open(who, path, settings = {}) {
      const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, ...settings });
      await context.addInitScript(keepNotes);
      const page = await context.newPage();
      page.on('pageerror', (error) => faults.push(`${page.url()} ${error.message}`));
      page.on('console', (message) => {
        const text = message.text();
        if (/Content Security Policy|^\w*Error: /i.test(text)) faults.push(`${page.url()} ${text}`);
      });
      page.on('request', (request) => {
        if (!/^(?:data|blob):/.test(request.url()) && !request.url().startsWith(origin)) faults.push(request.url());
      });
      await page.goto(`${origin}/admin/${path}`);
      await page.fill('#user_login', who === 'administrator' ? 'admin' : `the-${who}`);
      await page.fill('#user_pass', `pw-${who}`);
      await page.click('#wp-submit');
      // The log-in page has a heading too.
      await page.locator('#wp-submit').waitFor({ state: 'detached' });
      await page.waitForSelector('h1');
      return page;
    },
    async close() {
      await browser.close();
      await site.close();
    },
  };
}

interface AxeWindow {
  axe: {
    run(
      options: unknown,
    ): Promise<{ violations: { id: string; nodes: { target: string[]; failureSummary: string }[] }[] }>;
  };
}

/** The content policy allows no function to be sent to a page that waits. */
const ended = `Promise.all(document.getAnimations()
  .filter((one) => one.effect?.getComputedTiming().endTime !== Infinity)
  .map((one) => one.finished.catch(() => {})))`;

/** What axe finds wrong with a page: one line for each element. */
export async function violations(page: Page): Promise<string[]> {
  // The content policy allows no inline script, so that it is run from outside.
  await page.evaluate(await readAxe());
  // Colours are those of now once nothing changes any more; what moves for ever has no end to wait for.
  await page.evaluate(ended);
  return page.evaluate(async () => {
    const { axe: tool } = globalThis as unknown as AxeWindow;
    const { violations: found } = await tool.run({
      runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
    });
    return found.flatMap(({ id, nodes }) =>
      nodes.map(({ target, failureSummary }) => `${id} ${target} ${failureSummary}`),
    );
  });
}

let source: string | undefined;

async function readAxe(): Promise<string> {
  const { readFile } = await import('node:fs/promises');
  source ??= await readFile(axe, 'utf8');
  return source;
}
