import { SaxesParser } from 'saxes';
import type { ShownFeedItem } from '../../text/blocks/block-data.ts';

const mostItems = 50;

/** What is gathered of an item while it is read. */
interface Draft {
  title: string;
  link: string;
  date: string;
  author: string;
  summary: string;
  content: string;
}

const itemNames: ReadonlySet<string> = new Set(['item', 'entry']);

/** Elements of an item by their name in RSS, RDF or Atom, without those inside another one. */
const members: Readonly<Record<string, keyof Draft>> = {
  title: 'title',
  link: 'link',
  pubDate: 'date',
  'dc:date': 'date',
  published: 'date',
  updated: 'date',
  author: 'author',
  'dc:creator': 'author',
  name: 'author',
  description: 'summary',
  summary: 'summary',
  'content:encoded': 'content',
  content: 'content',
};

/** Reads the items of an RSS, RDF or Atom feed; undefined for a text that is none. What is broken ends the feed. */
export function readFeed(text: string): ShownFeedItem[] | undefined {
  const items: ShownFeedItem[] = [];
  const open: string[] = [];
  let draft: Draft | undefined;
  let isFeed = false;
  let isBroken = false;
  let written = '';
  const parser = new SaxesParser({ fragment: false });
  parser.on('opentag', ({ name, attributes }) => {
    if (open.length === 0) isFeed = ['rss', 'feed', 'rdf:RDF'].includes(name);
    open.push(name);
    written = '';
    if (itemNames.has(name)) draft = { title: '', link: '', date: '', author: '', summary: '', content: '' };
    const href = attributes['href'];
    const isOther = (attributes['rel'] ?? 'alternate') !== 'alternate';
    if (draft && name === 'link' && typeof href === 'string' && !isOther) draft.link ||= href;
  });
  const add = (piece: string) => {
    written += piece;
  };
  parser.on('text', add);
  parser.on('cdata', add);
  parser.on('closetag', ({ name }) => {
    open.pop();
    if (draft && itemNames.has(name)) {
      if (items.length < mostItems && !isBroken) items.push(itemOf(draft));
      draft = undefined;
    }
    const member = Object.hasOwn(members, name) ? members[name] : undefined;
    const isOwn = itemNames.has(open.at(-1) ?? '') || (name === 'name' && open.at(-1) === 'author');
    if (draft && member && isOwn) draft[member] ||= written.trim();
    written = '';
  });
  parser.on('error', () => {
    isBroken = true;
  });
  for (let at = 0; at < text.length && !isBroken; at += chunk) parser.write(text.slice(at, at + chunk));
  return isFeed ? items : undefined;
}

const chunk = 16_384;

function itemOf({ title, link, date, author, summary, content }: Draft): ShownFeedItem {
  const time = Date.parse(date);
  return {
    title,
    link: /^https?:\/\//i.test(link) ? link : '',
    time: Number.isNaN(time) ? null : Math.floor(time / 1000),
    author,
    summary: summary || content,
  };
}
