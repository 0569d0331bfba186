import type { Site } from '../../rules/site.ts';
import { escapeHtml } from '../../text/entities.ts';
import { plainOf, shortened } from '../pages/html-to-text.ts';
import { feedLink } from '../pages/page-link.ts';
import type { PageTarget } from '../pages/page-target.ts';
import type { SiteFacts } from '../pages/site-model.ts';
import { type Html, html, raw } from '../theme/html.ts';
import type { EntryModel, ListModel, PictureModel } from '../theme/page-model.ts';
import { filled, type Words } from '../theme/words.ts';

const longestDescription = 200;

/** The links that every page has: to the interface and to the feeds of the site. */
export function siteLinks(site: Site, siteTitle: string, words: Words): HeadLink[] {
  const feed = { rel: 'alternate', type: 'application/rss+xml' };
  const comments = site.permalinks === '' ? `${site.url}/?feed=comments-rss2` : feedLink(site, `${site.url}/comments`);
  return [
    { rel: 'https://api.w.org/', href: `${site.apiUrl}/`, inHeader: true },
    { ...feed, title: siteTitle, href: feedLink(site, `${site.url}/`) },
    { ...feed, title: filled(words.commentsOn, { title: siteTitle }), href: comments },
  ];
}

interface EntryHead {
  readonly site: Site;
  readonly words: Words;
  readonly siteTitle: string;
  readonly model: Pick<EntryModel, 'entry' | 'parts' | 'previous' | 'next'>;
  /** Path of its collection in the interface. */
  readonly collection: string;
  readonly canonical: string;
  readonly isFront: boolean;
  readonly isIndexed: boolean;
  readonly isPublic: boolean;
}

/** The head of the page of a post, page or file. */
export function entryHead(facts: EntryHead): HeadFacts {
  const { site, words, siteTitle, canonical, isPublic } = facts;
  const { entry, parts } = facts.model;
  const isArticle = entry.type === 'post';
  const number = parts.page > 1 ? ` – ${filled(words.partNumber, { number: parts.page })}` : '';
  const oembed = `${site.apiUrl}/oembed/1.0/embed?url=${encodeURIComponent(entry.url)}`;
  const description = entry.isProtected ? '' : shortened(plainOf(String(entry.excerpt)), longestDescription);
  const json = {
    rel: 'alternate',
    type: 'application/json',
    href: `${site.apiUrl}${facts.collection}/${entry.id}`,
    inHeader: true,
  };
  return {
    title: facts.isFront ? siteTitle : `${entry.plainTitle}${number} – ${siteTitle}`,
    description,
    canonical,
    isIndexed: facts.isIndexed,
    openGraphType: isArticle ? 'article' : 'website',
    picture: entry.picture,
    properties: isArticle
      ? [
          ['article:published_time', entry.date.iso],
          ['article:modified_time', entry.modified.iso],
          ...entry.categories.map(({ label }) => ['article:section', label] as const),
          ...entry.tags.map(({ label }) => ['article:tag', label] as const),
        ]
      : [],
    data: isPublic ? entryData(facts, description) : null,
    links: [
      ...siteLinks(site, siteTitle, words),
      ...(isPublic
        ? [
            json,
            { rel: 'alternate', type: 'application/json+oembed', href: oembed },
            { rel: 'alternate', type: 'text/xml+oembed', href: `${oembed}&format=xml` },
            {
              rel: 'alternate',
              type: 'application/rss+xml',
              title: filled(words.commentsOn, { title: entry.plainTitle }),
              href: feedLink(site, entry.url),
            },
          ]
        : []),
      ...(isPublic
        ? [{ rel: 'shortlink', href: facts.isFront ? `${site.url}/` : `${site.url}/?p=${entry.id}`, inHeader: true }]
        : []),
      ...(facts.model.previous ? [{ rel: 'prev', href: facts.model.previous.url }] : []),
      ...(facts.model.next ? [{ rel: 'next', href: facts.model.next.url }] : []),
    ],
  };
}

function entryData(
  { model: { entry }, canonical, siteTitle, site }: EntryHead,
  description: string,
): HeadFacts['data'] {
  return {
    '@context': 'https://schema.org',
    '@type': entry.type === 'post' ? 'BlogPosting' : 'WebPage',
    headline: shortened(entry.plainTitle, 110),
    name: entry.plainTitle,
    url: canonical,
    mainEntityOfPage: canonical,
    datePublished: entry.date.iso,
    dateModified: entry.modified.iso,
    ...(description ? { description } : {}),
    ...(entry.author ? { author: { '@type': 'Person', name: entry.author.label, url: entry.author.url } } : {}),
    ...(entry.picture ? { image: entry.picture.src } : {}),
    inLanguage: site.language,
    isPartOf: { '@type': 'WebSite', name: siteTitle, url: `${site.url}/` },
  };
}

interface ListHead {
  readonly site: Site;
  readonly words: Words;
  readonly siteTitle: string;
  readonly tagline: string;
  readonly target: Exclude<PageTarget, { kind: 'entry' }>;
  readonly model: Pick<ListModel, 'heading' | 'description' | 'paging'>;
  readonly canonical: string;
  readonly isIndexed: boolean;
}

/** The head of a page of entries. */
export function listHead({
  site,
  words,
  siteTitle,
  tagline,
  target,
  model,
  canonical,
  isIndexed,
}: ListHead): HeadFacts {
  const { paging } = model;
  const isFront = target.kind === 'home' && target.page === null;
  const number = paging.page > 1 ? ` – ${filled(words.pageNumber, { number: paging.page })}` : '';
  const title = isFront
    ? `${siteTitle}${number || (tagline && ` – ${tagline}`)}`
    : `${model.heading}${number} – ${siteTitle}`;
  const description = isFront ? tagline : shortened(plainOf(String(model.description)), longestDescription);
  const data = isFront
    ? {
        '@context': 'https://schema.org',
        '@type': 'WebSite',
        name: siteTitle,
        url: `${site.url}/`,
        inLanguage: site.language,
      }
    : { '@context': 'https://schema.org', '@type': 'CollectionPage', name: model.heading, url: canonical };
  return {
    title,
    description,
    canonical,
    isIndexed: isIndexed && target.kind !== 'search',
    openGraphType: target.kind === 'author' ? 'profile' : 'website',
    picture: null,
    properties: [],
    data: target.kind === 'search' ? null : data,
    links: [
      ...siteLinks(site, siteTitle, words),
      ...jsonOf(site, target),
      ...(isFront
        ? []
        : [{ rel: 'alternate', type: 'application/rss+xml', title: model.heading, href: feedLink(site, target.link) }]),
      ...(paging.newer ? [{ rel: 'prev', href: paging.newer }] : []),
      ...(paging.older ? [{ rel: 'next', href: paging.older }] : []),
    ],
  };
}

const termCollections: Readonly<Record<string, string>> = { category: 'categories', post_tag: 'tags' };

function jsonOf(site: Site, target: PageTarget): HeadLink[] {
  const collection = target.kind === 'term' ? termCollections[target.term.taxonomy] : undefined;
  const path =
    target.kind === 'author'
      ? `users/${target.user.id}`
      : target.kind === 'term' && collection
        ? `${collection}/${target.term.id}`
        : null;
  return path
    ? [{ rel: 'alternate', type: 'application/json', href: `${site.apiUrl}/wp/v2/${path}`, inHeader: true }]
    : [];
}

/** One element of a head. */
export interface HeadElement {
  readonly tag: 'title' | 'meta' | 'link' | 'script';
  readonly attributes: Readonly<Record<string, string>>;
  /** What stands in it; left out for an element that has no content. */
  readonly text?: string;
}

const meta = (attributes: Readonly<Record<string, string>>): HeadElement => ({ tag: 'meta', attributes });
const link = (attributes: Readonly<Record<string, string>>): HeadElement => ({ tag: 'link', attributes });

/** What readers, search engines and programs learn of a page. */
export function headElements(facts: HeadFacts, { site, icon }: HeadSite): readonly HeadElement[] {
  const { canonical, picture, data } = facts;
  return [
    { tag: 'title', attributes: {}, text: facts.title },
    ...(facts.description ? [meta({ name: 'description', content: facts.description })] : []),
    meta({ name: 'robots', content: facts.isIndexed ? 'max-image-preview:large' : 'noindex' }),
    ...(canonical ? [link({ rel: 'canonical', href: canonical })] : []),
    ...facts.links.map(({ rel, href, type, title }) =>
      link({ rel, ...(type ? { type } : {}), ...(title ? { title } : {}), href }),
    ),
    ...openGraph(facts, site.title, site.language).map(([property, content]) => meta({ property, content })),
    meta({ name: 'twitter:card', content: picture ? 'summary_large_image' : 'summary' }),
    ...(icon
      ? [
          link({ rel: 'icon', href: icon.src, sizes: `${icon.width}x${icon.height}` }),
          link({ rel: 'apple-touch-icon', href: icon.src }),
        ]
      : []),
    ...(data
      ? [{ tag: 'script', attributes: { type: 'application/ld+json' }, text: JSON.stringify(data) } as const]
      : []),
  ];
}

/** The elements as HTML, one on a line. */
export const writtenElements = (elements: readonly HeadElement[]): string => elements.map(writtenElement).join('');

function writtenElement({ tag, attributes, text }: HeadElement): string {
  const pairs = Object.entries(attributes).map(([name, value]) => ` ${name}="${escapeHtml(value)}"`);
  const opening = `<${tag}${pairs.join('')}>`;
  if (text === undefined) return `${opening}\n`;
  return `${opening}${tag === 'script' ? text.replaceAll('<', '\\u003c') : escapeHtml(text)}</${tag}>\n`;
}

/** The head of a page of the theme. */
export function headTags(facts: HeadFacts, site: HeadSite): Html {
  return html`<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
${raw(writtenElements(headElements(facts, site)))}${facts.styles && html`<style>${raw(facts.styles)}</style>\n`}`;
}

/** What the head of every page says of the site. */
export type HeadSite = Pick<SiteFacts, 'icon'> & { readonly site: Pick<SiteFacts['site'], 'title' | 'language'> };

/** The title of a card, which names the site apart. */
export const cardTitle = ({ socialTitle, title }: HeadFacts, siteName: string): string =>
  socialTitle || title.replace(` – ${siteName}`, '');

function openGraph(facts: HeadFacts, siteName: string, language: string): (readonly [string, string])[] {
  const { picture } = facts;
  const isSized = picture !== null && picture !== undefined && picture.width > 1;
  const all: (readonly [string, string])[] = [
    ['og:site_name', siteName],
    ['og:locale', language.replace('-', '_')],
    ['og:type', facts.openGraphType],
    ['og:title', cardTitle(facts, siteName)],
    ['og:description', facts.socialDescription || facts.description],
    ['og:url', facts.canonical ?? ''],
    ['og:image', picture?.src ?? ''],
    ['og:image:width', isSized ? String(picture.width) : ''],
    ['og:image:height', isSized ? String(picture.height) : ''],
    ['og:image:alt', picture?.alt ?? ''],
    ...facts.properties,
  ];
  return all.filter(([, content]) => content !== '');
}

/** A link of a page to another form of it, in the head and, where `inHeader` is set, in the `Link` header too. */
export interface HeadLink {
  readonly rel: string;
  readonly href: string;
  readonly type?: string;
  readonly title?: string;
  readonly inHeader?: boolean;
}

/** What the head of a page says about it. */
export interface HeadFacts {
  readonly title: string;
  readonly description: string;
  /** For cards that link to the page; title and description where they are left out or empty. */
  readonly socialTitle?: string;
  readonly socialDescription?: string;
  /** Null for pages that are not meant to be found. */
  readonly canonical: string | null;
  readonly isIndexed: boolean;
  readonly openGraphType: 'website' | 'article' | 'profile';
  readonly picture: PictureModel | null;
  /** Further properties of Open Graph, such as `article:published_time`. */
  readonly properties: readonly (readonly [name: string, content: string])[];
  /** Structured data of schema.org; null for none. */
  readonly data: Readonly<Record<string, unknown>> | null;
  readonly links: readonly HeadLink[];
  /** Rules that only the text of this page needs; empty for none. */
  readonly styles?: string;
}

/** The value of the `Link` header. */
export function linkHeader(links: readonly HeadLink[]): string[] {
  return links
    .filter((link) => link.inHeader)
    .map(
      ({ rel, href, type }) =>
        `<${href.replace(/[<>\s"]/g, encodeURIComponent)}>; rel="${rel}"${type ? `; type="${type}"` : ''}`,
    );
}
