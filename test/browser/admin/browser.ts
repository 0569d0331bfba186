import { existsSync } from 'node:fs';
import { type Browser, type BrowserContext, chromium, type Frame, type Page, type Request } from 'playwright-core';

/** Pages wait for conditions; the limit only ends what hangs, also on a machine that is busy with other work. */
export const patienceMs = 180_000;

/** Where Debian and others put it; the suite cannot run without a browser and says so. */
const executablePath = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find((path) =>
  existsSync(path),
);

export async function launchBrowser(): Promise<Browser> {
  if (executablePath === undefined)
    throw new Error('The browser tests need Chromium, such as the package "chromium" of Debian.');
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'], timeout: patienceMs });
  const newContext = browser.newContext.bind(browser);
  browser.newContext = async (options) => {
    const context = await newContext(options);
    context.setDefaultTimeout(patienceMs);
    followRequests(context);
    return context;
  };
  return browser;
}

interface Requests {
  begun: number;
  /** Those without an answer yet. */
  readonly open: Set<Request>;
}

/** The requests of each browser context; a page itself knows only those that have ended. */
const requestsOf = new WeakMap<BrowserContext, Requests>();

/** What a page sends when it goes: nobody is there any more to be told how it ended. */
const isFarewell = (request: Request): boolean =>
  request.method() === 'DELETE' && new URL(request.url()).pathname.endsWith('/presence');

function followRequests(context: BrowserContext): void {
  const requests: Requests = { begun: 0, open: new Set() };
  const end = (request: Request) => void requests.open.delete(request);
  requestsOf.set(context, requests);
  let isOpening = false;
  context.on('request', (request) => {
    requests.begun += 1;
    if (!isFarewell(request)) requests.open.add(request);
    isOpening ||= request.isNavigationRequest();
  });
  context.on('requestfinished', end);
  context.on('requestfailed', end);
  // Of a document that is gone, nobody says how its requests ended.
  const leave = (frame: Frame) => {
    for (const request of requests.open) if (!request.isNavigationRequest() && request.frame() === frame) end(request);
  };
  context.on('page', (page) =>
    page.on('framedetached', leave).on('framenavigated', (frame) => {
      if (isOpening) leave(frame);
      isOpening = false;
    }),
  );
}

/** What a page waits for; the content policy allows no function to be sent there. */
const placeholders = `document.querySelectorAll('.mantine-Skeleton-root, .mantine-Loader-root').length`;

/** Waits until nothing of a page is on its way, and no request was made for a third of a second. */
export async function settled(page: Page): Promise<void> {
  const started = performance.now();
  const requests = requestsOf.get(page.context()) ?? { begun: 0, open: new Set() };
  let seen = '';
  for (let quiet = 0; quiet < 4; ) {
    const waiting = ((await page.evaluate(placeholders)) as number) + requests.open.size;
    const now = `${waiting} ${requests.begun}`;
    quiet = waiting === 0 && now === seen ? quiet + 1 : 0;
    seen = now;
    if (performance.now() - started > patienceMs) {
      const open = [...requests.open].map((request) => `${request.method()} ${request.url()}`);
      throw new Error(`${page.url()} is still loading: ${waiting - open.length} placeholders, ${open.join(', ')}`);
    }
    await page.waitForTimeout(100);
  }
}
