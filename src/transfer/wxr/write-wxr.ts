import type { WxrAuthor, WxrComment, WxrItem, WxrMeta, WxrPart, WxrSite, WxrTerm } from './wxr-parts.ts';
import { xmlSafe } from './xml-records.ts';

/** Writes an export file (WXR 1.2) part by part; the first part must be the site. */
export async function* writeWxr(
  parts: AsyncIterable<WxrPart> | Iterable<WxrPart>,
  facts: { readonly generator: string; readonly writtenAt: Date },
): AsyncGenerator<string> {
  let isOpen = false;
  for await (const part of parts) {
    if (part.kind === 'site') {
      yield head(part.site, facts);
      isOpen = true;
    } else if (!isOpen) throw new TypeError('The site comes first in an export file.');
    else yield written(part);
  }
  if (isOpen) yield '</channel>\n</rss>\n';
}

function written(part: Exclude<WxrPart, { kind: 'site' }>): string {
  if (part.kind === 'author') return author(part.author);
  return part.kind === 'term' ? term(part.term) : item(part.item);
}

function head(site: WxrSite, facts: { generator: string; writtenAt: Date }): string {
  return `<?xml version="1.0" encoding="UTF-8" ?>
<!-- generator=${JSON.stringify(escaped(facts.generator).replaceAll('--', ''))} created="${facts.writtenAt.toISOString().slice(0, 16).replace('T', ' ')}" -->
<rss version="2.0"
	xmlns:excerpt="http://wordpress.org/export/1.2/excerpt/"
	xmlns:content="http://purl.org/rss/1.0/modules/content/"
	xmlns:wfw="http://wellformedweb.org/CommentAPI/"
	xmlns:dc="http://purl.org/dc/elements/1.1/"
	xmlns:wp="http://wordpress.org/export/1.2/"
>
<channel>
	<title>${escaped(site.title)}</title>
	<link>${escaped(site.homeUrl)}</link>
	<description>${escaped(site.description)}</description>
	<pubDate>${rssDate(facts.writtenAt)}</pubDate>
	<language>${escaped(site.language)}</language>
	<wp:wxr_version>1.2</wp:wxr_version>
	<wp:base_site_url>${escaped(site.siteUrl)}</wp:base_site_url>
	<wp:base_blog_url>${escaped(site.homeUrl)}</wp:base_blog_url>
	<generator>${escaped(facts.generator)}</generator>
`;
}

function author(one: WxrAuthor): string {
  const description = one.meta.find(({ key }) => key === 'description');
  const fields = one.meta.filter((field) => field !== description);
  return `	<wp:author><wp:author_id>${one.id}</wp:author_id>${texts({
    'wp:author_login': one.login,
    'wp:author_email': one.email,
    'wp:author_display_name': one.displayName,
    'wp:author_first_name': one.firstName,
    'wp:author_last_name': one.lastName,
    ...filled({
      'wp:author_nicename': one.slug,
      'wp:author_url': one.url,
      'wp:author_registered': one.registered,
      'wp:author_description': description?.value ?? '',
    }),
  })}${metaRows('wp:authormeta', fields)}</wp:author>\n`;
}

/** The two standard taxonomies use the element names that the oldest readers know. */
function term(one: WxrTerm): string {
  const meta = metaRows('wp:termmeta', one.meta);
  if (one.taxonomy === 'category') {
    const names = {
      'wp:category_nicename': one.slug,
      'wp:category_parent': one.parentSlug,
      'wp:cat_name': one.name,
      'wp:category_description': one.description,
    };
    return `	<wp:category><wp:term_id>${one.id}</wp:term_id>${texts(names)}${meta}</wp:category>\n`;
  }
  if (one.taxonomy === 'post_tag') {
    const names = { 'wp:tag_slug': one.slug, 'wp:tag_name': one.name, 'wp:tag_description': one.description };
    return `	<wp:tag><wp:term_id>${one.id}</wp:term_id>${texts(names)}${meta}</wp:tag>\n`;
  }
  const names = {
    'wp:term_taxonomy': one.taxonomy,
    'wp:term_slug': one.slug,
    'wp:term_parent': one.parentSlug,
    'wp:term_name': one.name,
    'wp:term_description': one.description,
  };
  return `	<wp:term><wp:term_id>${one.id}</wp:term_id>${texts(names)}${meta}</wp:term>\n`;
}

function item(one: WxrItem): string {
  const published = new Date(`${one.dateGmt.replace(' ', 'T')}Z`);
  return `	<item>
		<title>${cdata(one.title)}</title>
		<link>${escaped(one.link)}</link>
		<pubDate>${Number.isNaN(published.getTime()) ? '' : rssDate(published)}</pubDate>
		<dc:creator>${cdata(one.creator)}</dc:creator>
		<guid isPermaLink="false">${escaped(one.guid)}</guid>
		<description></description>
		<content:encoded>${cdata(one.content)}</content:encoded>
		<excerpt:encoded>${cdata(one.excerpt)}</excerpt:encoded>
		<wp:post_id>${one.id}</wp:post_id>${texts({
      'wp:post_date': one.date,
      'wp:post_date_gmt': one.dateGmt,
      'wp:post_modified': one.modified,
      'wp:post_modified_gmt': one.modifiedGmt,
      'wp:comment_status': one.commentStatus,
      'wp:ping_status': one.pingStatus,
      'wp:post_name': one.slug,
      'wp:status': one.status,
    })}
		<wp:post_parent>${one.parentId}</wp:post_parent>
		<wp:menu_order>${one.menuOrder}</wp:menu_order>${texts({
      'wp:post_type': one.type,
      'wp:post_password': one.password,
      ...filled({
        'wp:post_mime_type': one.mimeType,
        'wp:to_ping': one.toPing,
        'wp:pinged': one.pinged,
        'wp:post_content_filtered': one.contentFiltered,
      }),
    })}
		<wp:is_sticky>${one.isSticky ? 1 : 0}</wp:is_sticky>${
      one.attachmentUrl === '' ? '' : texts({ 'wp:attachment_url': one.attachmentUrl })
    }${one.terms
      .map(
        ({ taxonomy, slug, name }) =>
          `\n		<category domain="${escaped(taxonomy)}" nicename="${escaped(slug)}">${cdata(name)}</category>`,
      )
      .join('')}${metaRows('wp:postmeta', one.meta)}${one.comments.map(comment).join('')}
	</item>
`;
}

function comment(one: WxrComment): string {
  return `
		<wp:comment>
			<wp:comment_id>${one.id}</wp:comment_id>${texts({
        'wp:comment_author': one.authorName,
        'wp:comment_author_email': one.authorEmail,
      })}
			<wp:comment_author_url>${escaped(one.authorUrl)}</wp:comment_author_url>${texts({
        'wp:comment_author_IP': one.authorIp,
        'wp:comment_date': one.date,
        'wp:comment_date_gmt': one.dateGmt,
        'wp:comment_content': one.content,
        'wp:comment_approved': one.approved,
        'wp:comment_type': one.type,
        ...filled({ 'wp:comment_agent': one.agent, 'wp:comment_karma': one.karma === 0 ? '' : String(one.karma) }),
      })}
			<wp:comment_parent>${one.parentId}</wp:comment_parent>
			<wp:comment_user_id>${one.userId}</wp:comment_user_id>${metaRows('wp:commentmeta', one.meta)}
		</wp:comment>`;
}

function metaRows(name: string, rows: readonly WxrMeta[]): string {
  return rows
    .map(({ key, value }) => `\n		<${name}>${texts({ 'wp:meta_key': key, 'wp:meta_value': value })}</${name}>`)
    .join('');
}

function texts(members: Readonly<Record<string, string>>): string {
  return Object.entries(members)
    .map(([name, text]) => `\n		<${name}>${cdata(text)}</${name}>`)
    .join('');
}

/** Elements that the format does not name, or that few files have: left out where they say nothing. */
function filled(members: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(members).filter(([, text]) => text !== ''));
}

/** A CDATA section; `]]>` in the text is split between two sections. */
function cdata(text: string): string {
  // A carriage return in CDATA would be read back as a line feed, so it is written outside, as a character reference.
  const safe = xmlSafe(text).replaceAll(']]>', ']]]]><![CDATA[>').replaceAll('\r', ']]>&#13;<![CDATA[');
  return `<![CDATA[${safe}]]>`;
}

function escaped(text: string): string {
  return xmlSafe(text).replace(/[&<>"\r]/g, (character) => `&#${character.charCodeAt(0)};`);
}

function rssDate(date: Date): string {
  return date.toUTCString().replace('GMT', '+0000');
}
