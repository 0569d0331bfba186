import type { ChildNode } from 'postcss';
import postcss from 'postcss';
import type { RenderPage, Store } from '../../../extension.ts';
import { done, failed, type Outcome } from '../service/envelope.ts';
import { asMessage, type Message, membersOf, textOf } from '../service/message.ts';
import { sourceDigest, storeFact } from './page-facts.ts';
import { findQueued, leaveQueue, type PageKind, type QueuedPage } from './page-queue.ts';
import { parsePage, styleElements, textIn } from './page-tree.ts';
import { pageImages } from './viewport-images.ts';

const mostItems = 1_000;
const mostImages = 100;

/** What handling a notice depends on. */
export interface NoticeContext {
  readonly store: Store;
  readonly render: RenderPage;
  readonly nowMs: number;
}

/** Stores what the service determined about pages; `count` is the number of pages with a stored result. */
export async function takePageNotice(kind: PageKind, message: Message, context: NoticeContext): Promise<Outcome> {
  const items = membersOf(message['data']) ?? [];
  if (items.length === 0 || items.length > mostItems) return failed('no notified data');
  let count = 0;
  for (const [, value] of items) {
    const item = asMessage(value);
    const entry = await findQueued(context.store, kind, textOf(item['queue_k']));
    if (!entry || entry.url !== item['request_url']) continue;
    if (await takeItem(entry, item, context)) count += 1;
    await leaveQueue(context.store, entry.id);
  }
  return done({ count }, `${count} of ${items.length} pages`);
}

async function takeItem(entry: QueuedPage, item: Message, context: NoticeContext): Promise<boolean> {
  const html = await pageHtml(entry.url, context.render);
  if (html === null) return false;
  const document = parsePage(html);
  const found =
    entry.kind === 'ucss'
      ? acceptedCss(item['data_ucss'], styleElements(document).map(textIn).join('\n'))
      : acceptedImages(item['data_vpi'], pageImages(document));
  const known = found === null ? { failed: 1 } : typeof found === 'string' ? { css: found } : { images: found };
  await storeFact(context.store, entry, { source: sourceDigest(html), changedMs: context.nowMs, ...known });
  return found !== null;
}

/** The rendered page as text; null where it no longer exists. */
export function pageHtml(url: string, render: RenderPage): Promise<string | null> {
  const { pathname, search } = new URL(url);
  return render(pathname + search);
}

/** Those of the given picture names that are in the page, sent as lines or as a list; null if unreadable. */
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

const mostBytes = 524_288;

/**
 * Styles that the service determined for a page, if they can be used: every rule must be one of the page's own, so no
 * foreign CSS can be injected. Null for empty styles and for anything else.
 */
export function acceptedCss(found: unknown, combined: string): string | null {
  if (typeof found !== 'string' || found.includes('</') || Buffer.byteLength(found) > mostBytes) return null;
  try {
    const root = postcss.parse(found);
    root.walkComments((comment) => {
      comment.remove();
    });
    if (root.nodes.length === 0) return null;
    const own = new Set(statements(postcss.parse(combined)));
    return statements(root).every((statement) => own.has(statement)) ? root.toString().trim() : null;
  } catch {
    return null;
  }
}

/** Every rule with its enclosing blocks, normalised so that white space makes no difference. */
function statements(container: { readonly nodes?: ChildNode[] | undefined }, around = ''): string[] {
  return (container.nodes ?? []).flatMap((node) => {
    if (node.type === 'comment') return [];
    if (node.type === 'atrule' && node.nodes && !/keyframes$|^font-face$|^page$|^property$/.test(node.name)) {
      const block = `${around}@${node.name} ${tidy(node.params)} `;
      return statements(node, block);
    }
    return [around + tidy(withoutComments(node))];
  });
}

function withoutComments(node: ChildNode): string {
  const copy = node.clone();
  if ('walkComments' in copy) {
    copy.walkComments((comment) => {
      comment.remove();
    });
  }
  return copy.toString();
}

const tidy = (text: string): string =>
  text
    .replace(/\s+/g, ' ')
    .replace(/ ?([{}:;,>]) ?/g, '$1')
    .replace(/;}/g, '}')
    .trim();
