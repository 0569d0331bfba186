import type { WxrAuthor, WxrComment, WxrItem, WxrItemTerm, WxrMeta, WxrPart, WxrSite, WxrTerm } from './wxr-parts.ts';
import { decodeXml, readXmlRecords, WxrError, type XmlElement } from './xml-records.ts';

const noDate = '0000-00-00 00:00:00';
/** Larger than any real post; a file that exceeds it is not an export. */
const recordLimit = 256_000_000;

/** The site's elements come one by one before the first record. */
const siteElements: ReadonlySet<string> = new Set([
  'title',
  'description',
  'language',
  'wp:wxr_version',
  'wp:base_site_url',
  'wp:base_blog_url',
]);

const readers: Readonly<Record<string, (element: XmlElement) => WxrPart>> = {
  'wp:author': (element) => ({ kind: 'author', author: readAuthor(element) }),
  'wp:category': (element) => ({ kind: 'term', term: readTerm(element, termNames.category) }),
  'wp:tag': (element) => ({ kind: 'term', term: readTerm(element, termNames.tag) }),
  'wp:term': (element) => ({ kind: 'term', term: readTerm(element, termNames.term) }),
  item: (element) => ({ kind: 'item', item: readItem(element) }),
};

/** Reads an export file (WXR 1.0 to 1.2) part by part: first the site, then authors, terms and items in file order. */
export async function* readWxr(chunks: AsyncIterable<Uint8Array | string>): AsyncGenerator<WxrPart> {
  const facts = new Map<string, string>();
  let isSiteSent = false;
  for await (const element of readXmlRecords(decodeXml(chunks), { path: ['rss', 'channel'], recordLimit })) {
    const read = Object.hasOwn(readers, element.name) ? readers[element.name] : undefined;
    if (!read) {
      if (!isSiteSent && siteElements.has(element.name)) facts.set(element.name, element.text);
      continue;
    }
    if (!isSiteSent) yield { kind: 'site', site: readSite(facts) };
    isSiteSent = true;
    yield read(element);
  }
  if (!isSiteSent) yield { kind: 'site', site: readSite(facts) };
}

function readSite(facts: ReadonlyMap<string, string>): WxrSite {
  const version = facts.get('wp:wxr_version')?.trim() ?? '';
  if (!/^1\.[0-2]$/.test(version)) {
    throw new WxrError(
      1,
      version === ''
        ? 'this is an RSS feed without a WXR version, not an export file.'
        : `WXR ${version} is not a version this program knows (1.0, 1.1, 1.2).`,
    );
  }
  const text = (name: string): string => facts.get(name) ?? '';
  return {
    version,
    title: text('title'),
    description: text('description'),
    language: text('language'),
    siteUrl: text('wp:base_site_url').trim(),
    homeUrl: text('wp:base_blog_url').trim(),
  };
}

function readAuthor(element: XmlElement): WxrAuthor {
  const { text, number, moment } = members(element);
  const description = text('wp:author_description');
  return {
    id: number('wp:author_id'),
    login: text('wp:author_login'),
    email: text('wp:author_email'),
    displayName: text('wp:author_display_name'),
    firstName: text('wp:author_first_name'),
    lastName: text('wp:author_last_name'),
    slug: text('wp:author_nicename'),
    url: text('wp:author_url').trim(),
    registered: moment('wp:author_registered', ''),
    meta: [
      ...(description === '' ? [] : [{ key: 'description', value: description }]),
      ...readMeta(element, 'wp:authormeta'),
    ],
  };
}

/** Categories, tags and other terms have the same data under different element names. */
interface TermNames {
  readonly taxonomy: string | null;
  readonly slug: string;
  readonly parent: string;
  readonly name: string;
  readonly description: string;
}
const termNames = {
  category: {
    taxonomy: 'category',
    slug: 'wp:category_nicename',
    parent: 'wp:category_parent',
    name: 'wp:cat_name',
    description: 'wp:category_description',
  },
  tag: {
    taxonomy: 'post_tag',
    slug: 'wp:tag_slug',
    parent: '',
    name: 'wp:tag_name',
    description: 'wp:tag_description',
  },
  term: {
    taxonomy: null,
    slug: 'wp:term_slug',
    parent: 'wp:term_parent',
    name: 'wp:term_name',
    description: 'wp:term_description',
  },
} as const satisfies Record<string, TermNames>;

function readTerm(element: XmlElement, names: TermNames): WxrTerm {
  const { text, number } = members(element);
  return {
    id: number('wp:term_id'),
    taxonomy: names.taxonomy ?? text('wp:term_taxonomy'),
    slug: text(names.slug),
    parentSlug: text(names.parent),
    name: text(names.name),
    description: text(names.description),
    meta: readMeta(element, 'wp:termmeta'),
  };
}

function readItem(element: XmlElement): WxrItem {
  const { text, number, moment } = members(element);
  const date = moment('wp:post_date', noDate);
  const dateGmt = moment('wp:post_date_gmt', noDate);
  return {
    id: number('wp:post_id'),
    type: text('wp:post_type') || 'post',
    title: text('title'),
    link: text('link').trim(),
    creator: text('dc:creator'),
    guid: text('guid').trim(),
    content: text('content:encoded'),
    excerpt: text('excerpt:encoded'),
    date,
    dateGmt,
    // Files from before 2021 do not contain the modification date of a post.
    modified: moment('wp:post_modified', date),
    modifiedGmt: moment('wp:post_modified_gmt', dateGmt),
    commentStatus: text('wp:comment_status') || 'closed',
    pingStatus: text('wp:ping_status') || 'closed',
    slug: text('wp:post_name'),
    status: text('wp:status') || 'draft',
    parentId: number('wp:post_parent'),
    menuOrder: number('wp:menu_order'),
    password: text('wp:post_password'),
    mimeType: text('wp:post_mime_type'),
    toPing: text('wp:to_ping'),
    pinged: text('wp:pinged'),
    contentFiltered: text('wp:post_content_filtered'),
    isSticky: number('wp:is_sticky') === 1,
    attachmentUrl: text('wp:attachment_url').trim(),
    terms: element.children.flatMap(readItemTerm),
    meta: readMeta(element, 'wp:postmeta'),
    comments: element.children.filter((child) => child.name === 'wp:comment').map(readComment),
  };
}

/** WXR 1.0 lists every term twice, once without its slug, and uses a shorter name for tags. */
function readItemTerm(child: XmlElement): WxrItemTerm[] {
  if (child.name !== 'category') return [];
  const { domain, nicename } = child.attributes;
  if (!domain || !nicename) return [];
  return [{ taxonomy: domain === 'tag' ? 'post_tag' : domain, slug: nicename, name: child.text }];
}

function readComment(element: XmlElement): WxrComment {
  const { text, number, moment } = members(element);
  return {
    id: number('wp:comment_id'),
    authorName: text('wp:comment_author'),
    authorEmail: text('wp:comment_author_email'),
    authorUrl: text('wp:comment_author_url').trim(),
    authorIp: text('wp:comment_author_IP'),
    date: moment('wp:comment_date', noDate),
    dateGmt: moment('wp:comment_date_gmt', noDate),
    content: text('wp:comment_content'),
    approved: text('wp:comment_approved') || '0',
    type: text('wp:comment_type') || 'comment',
    parentId: number('wp:comment_parent'),
    userId: number('wp:comment_user_id'),
    agent: text('wp:comment_agent'),
    karma: number('wp:comment_karma'),
    meta: readMeta(element, 'wp:commentmeta'),
  };
}

function readMeta(element: XmlElement, name: string): WxrMeta[] {
  return element.children
    .filter((child) => child.name === name)
    .map((child) => {
      const { text } = members(child);
      return { key: text('wp:meta_key'), value: text('wp:meta_value') };
    })
    .filter((meta) => meta.key !== '');
}

interface Members {
  text(name: string): string;
  number(name: string): number;
  /** A stored date, or the fallback if it is missing or invalid. */
  moment(name: string, otherwise: string): string;
}

function members(element: XmlElement): Members {
  const first = new Map<string, string>();
  for (const child of element.children) if (!first.has(child.name)) first.set(child.name, child.text);
  const text = (name: string): string => first.get(name) ?? '';
  return {
    text,
    number: (name) => {
      const value = Number(text(name).trim());
      return Number.isSafeInteger(value) ? value : 0;
    },
    moment: (name, otherwise) => {
      const stored = text(name).trim();
      return isMoment(stored) ? stored : otherwise;
    },
  };
}

/** `YYYY-MM-DD HH:MM:SS` of a valid date; databases reject others. */
function isMoment(text: string): boolean {
  if (!/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(text)) return false;
  const at = new Date(`${text.replace(' ', 'T')}Z`);
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text.slice(0, 10));
}
