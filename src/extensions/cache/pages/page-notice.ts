import type { ExtensionHost, Store } from '../../../extension.ts';
import { done, failed, type Outcome } from '../service/envelope.ts';
import { asMessage, type Message, membersOf, textOf } from '../service/message.ts';
import { acceptedCss } from './accept-css.ts';
import { sourceDigest, storeFact } from './page-facts.ts';
import { findQueued, leaveQueue, type PageKind, type QueuedPage } from './page-queue.ts';
import { parsePage, styleElements, textIn } from './page-tree.ts';
import { pageImages } from './viewport-images.ts';

const mostItems = 1_000;
const mostImages = 100;

export interface NoticeGround {
  readonly store: Store;
  readonly render: ExtensionHost['render'];
  readonly nowMs: number;
}

/** Takes in what was found out about pages; `count` says of how many of them something is known now. */
export async function takePageNotice(kind: PageKind, message: Message, ground: NoticeGround): Promise<Outcome> {
  const items = membersOf(message['data']) ?? [];
  if (items.length === 0 || items.length > mostItems) return failed('no notified data');
  let count = 0;
  for (const [, value] of items) {
    const item = asMessage(value);
    const entry = await findQueued(ground.store, kind, textOf(item['queue_k']));
    if (!entry || entry.url !== item['request_url']) continue;
    if (await takeItem(entry, item, ground)) count += 1;
    await leaveQueue(ground.store, entry.id);
  }
  return done({ count }, `${count} of ${items.length} pages`);
}

async function takeItem(entry: QueuedPage, item: Message, ground: NoticeGround): Promise<boolean> {
  const html = await pageHtml(entry.url, ground.render);
  if (html === null) return false;
  const document = parsePage(html);
  const found =
    entry.kind === 'ucss'
      ? acceptedCss(item['data_ucss'], styleElements(document).map(textIn).join('\n'))
      : acceptedImages(item['data_vpi'], pageImages(document));
  const known = found === null ? { failed: 1 } : typeof found === 'string' ? { css: found } : { images: found };
  await storeFact(ground.store, entry, { source: sourceDigest(html), changedMs: ground.nowMs, ...known });
  return found !== null;
}

/** The page as it is made, as text; null where there is none any more. */
export async function pageHtml(url: string, render: ExtensionHost['render']): Promise<string | null> {
  const { pathname, search } = new URL(url);
  const page = await render(pathname + search);
  return page?.status === 200 && typeof page.payload === 'string' ? page.payload : null;
}

/** Names of pictures of the page among those somebody sent, as lines or as a list; null for nothing that can be read. */
function acceptedImages(sent: unknown, own: ReadonlySet<string>): string[] | null {
  const lines = typeof sent === 'string' ? sent.split('\n') : membersOf(sent)?.map(([, line]) => line);
  if (!lines) return null;
  const names = lines.slice(0, mostImages).flatMap((line) => ownName(line, own));
  return [...new Set(names)];
}

function ownName(line: unknown, own: ReadonlySet<string>): string[] {
  if (typeof line !== 'string' || line.trim().toLowerCase().startsWith('data:')) return [];
  const decoded = decode(line.trim());
  const name = decoded.slice(decoded.lastIndexOf('/') + 1).split(/[?#]/, 1)[0] ?? '';
  if (name === '' || name.length > 255 || /[\p{Cc}"'<>]/u.test(name)) return [];
  const plain = name.replace(/\.webp$/, '');
  return own.has(plain) ? [plain] : own.has(name) ? [name] : [];
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
