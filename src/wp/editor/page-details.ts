import { parseFragment } from 'parse5';
import { plainText } from '../../text/plain-text.ts';
import { readTagAttributes } from '../../text/sanitise/sanitise.ts';
import { markupEnd, tagName } from '../../text/scan.ts';

/** What a page says about itself; empty where it says nothing. */
export interface PageDetails {
  readonly title: string;
  readonly icon: string;
  readonly description: string;
  readonly image: string;
}

/** Most characters of a text that is shown. */
const longest = 500;

/** Reads the head of a page; addresses in it are relative to that of the page. */
export function readPageDetails(html: string, pageUrl: string): PageDetails {
  const head = readHead(html);
  const about = head.metas.get('og:description') ?? head.metas.get('description') ?? '';
  return {
    title: shownText(head.title),
    icon: addressIn(head.icon, pageUrl),
    description: shownText(about),
    image: addressIn(head.metas.get('og:image') ?? head.metas.get('og:image:url') ?? '', pageUrl),
  };
}

interface Head {
  title: string;
  icon: string;
  readonly metas: Map<string, string>;
}

/** Elements whose content is text. */
const texts = ['script', 'style', 'noscript', 'template'];

/** One pass over the tags, up to the body; the first of each kind counts. */
function readHead(html: string): Head {
  const head: Head = { title: '', icon: '', metas: new Map() };
  const lowered = html.toLowerCase();
  for (let at = html.indexOf('<'); at !== -1; ) {
    const end = markupEnd(html, at);
    const { name, closes } = tagName(html, at, end);
    const tag = name.toLowerCase();
    if (tag === 'body') break;
    let from = end;
    if (!closes && (tag === 'title' || texts.includes(tag))) {
      const close = lowered.indexOf(`</${tag}`, end);
      from = close === -1 ? html.length : close;
      if (tag === 'title') head.title ||= html.slice(end, from);
    } else if (!closes && (tag === 'meta' || tag === 'link')) {
      take(head, tag, html.slice(at + 1 + name.length, end - 1));
    }
    at = html.indexOf('<', from);
  }
  return head;
}

function take(head: Head, tag: 'meta' | 'link', written: string): void {
  const found = readTagAttributes(written.replace(/\/$/, ''));
  const attributes = new Map(found.map(({ name, value = '' }) => [name.toLowerCase(), value]));
  if (tag === 'link') {
    const relations = (attributes.get('rel') ?? '').toLowerCase().split(/\s+/);
    if (relations.includes('icon')) head.icon ||= attributes.get('href') ?? '';
    return;
  }
  const name = (attributes.get('property') ?? attributes.get('name') ?? '').toLowerCase();
  if (name !== '' && !head.metas.has(name)) head.metas.set(name, attributes.get('content') ?? '');
}

const shownText = (text: string): string => decoded(plainText(text)).slice(0, longest);

/** A text without tags, with what its character references stand for; only its beginning is looked at. */
function decoded(text: string): string {
  if (!text.includes('&')) return text;
  const { childNodes } = parseFragment(text.slice(0, 4 * longest));
  return childNodes.map((node) => ('value' in node ? node.value : '')).join('');
}

/** An address of the web, or nothing. */
function addressIn(written: string, pageUrl: string): string {
  const address = decoded(written).trim();
  if (address === '' || !URL.canParse(address, pageUrl)) return '';
  const { href, protocol } = new URL(address, pageUrl);
  return protocol === 'http:' || protocol === 'https:' ? href : '';
}
