import type { Browser, BrowserContextOptions, Page } from 'playwright-core';

/** What a page costs its reader. */
export interface PageFacts {
  readonly requests: number;
  /** Over the wire: all of it, and the part that is scripts. */
  readonly bytes: number;
  readonly scriptBytes: number;
  /** How far things moved while the page was loaded, as browsers measure it: 0 is nothing. */
  readonly layoutShift: number;
}

/** Opens a page in a browser without any cache; what it cost, once nothing is on its way. */
export async function openWithFacts(
  browser: Browser,
  url: string,
  options: BrowserContextOptions = {},
): Promise<{ page: Page; facts: PageFacts }> {
  const context = await browser.newContext(options);
  const page = await context.newPage();
  const sizes: Promise<{ bytes: number; isScript: boolean }>[] = [];
  page.on('requestfinished', (request) =>
    sizes.push(
      request.sizes().then(
        ({ responseBodySize, responseHeadersSize }) => ({
          bytes: responseBodySize + responseHeadersSize,
          isScript: request.resourceType() === 'script',
        }),
        () => ({ bytes: 0, isScript: false }),
      ),
    ),
  );
  await page.goto(url, { waitUntil: 'networkidle' });
  const layoutShift = Number(
    await page.evaluate(`new Promise((resolve) => {
      let sum = 0;
      new PerformanceObserver((list) => { for (const one of list.getEntries()) sum += one.value; })
        .observe({ type: 'layout-shift', buffered: true });
      requestAnimationFrame(() => requestAnimationFrame(() => resolve(sum)));
    })`),
  );
  const all = await Promise.all(sizes);
  const sum = (chosen: typeof all): number => chosen.reduce((total, { bytes }) => total + bytes, 0);
  return {
    page,
    facts: { requests: all.length, bytes: sum(all), scriptBytes: sum(all.filter((one) => one.isScript)), layoutShift },
  };
}
