import type { ExtensionHost } from '../../../extension.ts';
import { readSetting } from '../settings.ts';
import { pageHtml, takePageNotice } from './page-notice.ts';
import { leaveQueue, type QueuedPage, takeQueued } from './page-queue.ts';
import { parsePage, styleElements, textIn } from './page-tree.ts';
import { uniqueCss } from './unique-css.ts';
import { viewportImages } from './viewport-images.ts';

export type Ground = Pick<ExtensionHost, 'store' | 'render' | 'clock'>;

/** Finds out about one page of the queue; false when none waits. */
export async function workOnPage(ground: Ground): Promise<boolean> {
  const { store, clock, render } = ground;
  const entry = await takeQueued(store, clock());
  if (!entry) return false;
  const html = await pageHtml(entry.url, render);
  if (html === null) {
    await leaveQueue(store, entry.id);
    return true;
  }
  const item = { request_url: entry.url, queue_k: entry.key, ...(await findOut(entry, html, ground)) };
  // Our own worker speaks as a node does: the same message, taken in by the same function.
  await takePageNotice(entry.kind, { data: [item] }, { store, render, nowMs: clock() });
  return true;
}

async function findOut(entry: QueuedPage, html: string, { store }: Ground): Promise<Record<string, unknown>> {
  const document = parsePage(html);
  if (entry.kind === 'vpi') return { data_vpi: viewportImages(document, entry.device) };
  const combined = styleElements(document).map(textIn).join('\n');
  return { data_ucss: uniqueCss(combined, document, await readSetting(store, 'keep_css')) };
}
