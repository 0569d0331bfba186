import type { ExtensionHost, RunningSite } from '../../../extension.ts';
import { readSetting } from '../settings.ts';
import { pageHtml, takePageNotice } from './page-notice.ts';
import { leaveQueue, type QueuedPage, takeQueued } from './page-queue.ts';
import { parsePage, styleElements, textIn } from './page-tree.ts';
import { uniqueCss } from './unique-css.ts';
import { viewportImages } from './viewport-images.ts';

/** What processing pages depends on. */
export type PageContext = Pick<ExtensionHost, 'store' | 'clock'> & Pick<RunningSite, 'render'>;

/** Determines styles or pictures of one queued page; false when the queue is empty. */
export async function workOnPage(context: PageContext): Promise<boolean> {
  const { store, clock, render } = context;
  const entry = await takeQueued(store, clock());
  if (!entry) return false;
  const html = await pageHtml(entry.url, render);
  if (html === null) {
    await leaveQueue(store, entry.id);
    return true;
  }
  const item = { request_url: entry.url, queue_k: entry.key, ...(await analyse(entry, html, context)) };
  // Our own worker calls the same function that handles a node's message.
  await takePageNotice(entry.kind, { data: [item] }, { store, render, nowMs: clock() });
  return true;
}

async function analyse(entry: QueuedPage, html: string, { store }: PageContext): Promise<Record<string, unknown>> {
  const document = parsePage(html);
  if (entry.kind === 'vpi') return { data_vpi: viewportImages(document, entry.device) };
  const combined = styleElements(document).map(textIn).join('\n');
  return { data_ucss: uniqueCss(combined, document, await readSetting(store, 'keep_css')) };
}
