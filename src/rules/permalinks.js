/** What must be loaded to build links of this style; a site with plain links needs nothing. */
export function linkNeeds(site, style, isHierarchical = style === 'path') {
  const pretty = site.permalinks !== '';
  return {
    ancestors: (pretty && style === 'path') || (style === 'named' && isHierarchical),
    category: style === 'dated' && site.permalinks.includes('%category%'),
    author: style === 'dated' && site.permalinks.includes('%author%'),
    parentLink: pretty && style === 'attached',
  };
}
/** The permalink of a row of the posts table. A row that has none yet is linked by its id. */
export function postLink(site, post, facts) {
  return styles[facts.linkStyle](site, post, facts);
}
/** Statuses in which the slug may still change, so links use the id. */
const unsettled = {
  dated: ['draft', 'pending', 'auto-draft', 'future'],
  path: ['draft', 'pending', 'auto-draft'],
  named: ['draft', 'pending', 'auto-draft', 'future'],
  attached: [],
  query: [],
};
const styles = {
  dated(site, post, facts) {
    if (isPlain(site, post, 'dated')) return `${site.url}/?p=${post.id}`;
    return site.url + fillStructure(site.permalinks, post, facts);
  },
  path(site, post, facts) {
    if (post.id === site.frontPageId && post.id > 0) return `${site.url}/`;
    if (isPlain(site, post, 'path') || facts.ancestorSlugs === null) return `${site.url}/?page_id=${post.id}`;
    return address(site, [...(facts.ancestorSlugs ?? []), post.slug]);
  },
  named(site, post, facts) {
    if (unsettled.named.includes(post.status) || post.slug === '' || facts.ancestorSlugs === null)
      return styles.query(site, post, facts);
    const path = [...(facts.ancestorSlugs ?? []), post.slug].join('/');
    if (site.permalinks === '') return `${site.url}/?${post.type}=${path}`;
    return closed(site, `${site.url}${declaredBase(site, facts.linkBase ?? post.type)}${path}`);
  },
  attached(site, post, facts) {
    if (site.permalinks === '' || post.slug === '') return `${site.url}/?attachment_id=${post.id}`;
    if (!facts.parentLink) return address(site, [post.slug]);
    if (facts.parentLink.includes('?')) return `${site.url}/?attachment_id=${post.id}`;
    const apart = /^\d+$/.test(post.slug) || site.permalinks.includes('%category%');
    return closed(site, `${facts.parentLink.replace(/\/$/, '')}/${apart ? 'attachment/' : ''}${post.slug}`);
  },
  query: (site, post) => `${site.url}/?post_type=${encodeURIComponent(post.type)}&p=${post.id}`,
};
function isPlain(site, post, style) {
  return site.permalinks === '' || unsettled[style].includes(post.status);
}
/** The link of a term; `ancestorSlugs` of a hierarchical one, outermost first. */
export function termLink(
  site,
  term,
  ancestorSlugs = [],
  /** First segment of the links of its taxonomy; left out for categories and tags. */
  linkBase = null,
) {
  if (site.permalinks === '') {
    if (term.taxonomy === 'category') return `${site.url}/?cat=${term.id}`;
    const name = term.taxonomy === 'post_tag' ? 'tag' : term.taxonomy;
    return `${site.url}/?${name}=${term.slug}`;
  }
  return closed(
    site,
    `${site.url}${termBase(site, term.taxonomy, linkBase)}${[...ancestorSlugs, term.slug].join('/')}`,
  );
}
/** The link of a user's posts. */
export function authorLink(site, user) {
  if (site.permalinks === '') return `${site.url}/?author=${user.id}`;
  return closed(site, `${site.url}${front(site)}author/${user.slug}`);
}
/** The link of the list of all items of a type; null for a type without one. */
export function archiveLink(site, { name, archive }) {
  if (archive === null) return null;
  if (site.permalinks === '') return `${site.url}/?post_type=${name}`;
  return closed(site, `${site.url}${declaredBase(site, archive).slice(0, -1)}`);
}
/** The link of a comment on its post's page, with the site's trailing slash; without a post, on the front page. */
export function commentLink(site, commentId, linkOfPost) {
  const link = linkOfPost ?? `${site.url}/`;
  return `${link.endsWith('/') ? link : closed(site, link)}#comment-${commentId}`;
}
/** The fixed prefix of a permalink structure, `/blog/` of `/blog/%postname%/`; archives use it too. */
export function front(site) {
  const end = site.permalinks.indexOf('%');
  const fixed = end < 0 ? site.permalinks : site.permalinks.slice(0, end);
  return `/${fixed.replace(/^\/+/, '')}`.replace(/\/?$/, '/');
}
/** The path before the slugs of declared content. A base that begins with a slash does without the fixed prefix. */
export function declaredBase(site, linkBase) {
  return linkBase.startsWith('/') ? `${linkBase}/` : `${front(site)}${linkBase}/`;
}
/** The path before a term's slugs: the default word after the front prefix, or the site's own word at the root. */
export function termBase(site, taxonomy, linkBase = null) {
  if (linkBase !== null) return declaredBase(site, linkBase);
  const word = { category: site.categoryBase, post_tag: site.tagBase }[taxonomy] ?? taxonomy;
  const isUsual = word === (usualWords[taxonomy] ?? taxonomy);
  return `${isUsual ? front(site) : '/'}${word.replace(/^\/+|\/+$/g, '')}/`;
}
const usualWords = { category: 'category', post_tag: 'tag' };
function address(site, segments) {
  return closed(site, `${site.url}/${segments.filter((segment) => segment !== '').join('/')}`);
}
/** Adds a trailing slash where the site's permalink structure has one. */
function closed(site, url) {
  return site.permalinks.endsWith('/') ? `${url}/` : url;
}
/** Splits a permalink structure at its tags: fixed text and tags alternate, beginning with text. */
function splitStructure(structure) {
  if (lastSplit.structure !== structure) {
    const rooted = structure.startsWith('/') ? structure : `/${structure}`;
    lastSplit = { structure, parts: rooted.split(/%(\w+)%/) };
  }
  return lastSplit.parts;
}
/** A cache of one entry: a site has one structure, and every link of a list uses it. */
let lastSplit = { structure: '', parts: [''] };
function fillStructure(structure, post, facts) {
  const parts = splitStructure(structure);
  let filled = '';
  for (let at = 0; at < parts.length; at += 1) {
    filled += at % 2 === 0 ? parts[at] : tagValue(parts[at], post, facts);
  }
  return filled;
}
/** The value of a tag. Dates are stored as `2026-01-31 10:00:00`, so each part has a fixed position. */
function tagValue(tag, { id, slug, date }, facts) {
  switch (tag) {
    case 'year':
      return date.slice(0, 4);
    case 'monthnum':
      return date.slice(5, 7);
    case 'day':
      return date.slice(8, 10);
    case 'hour':
      return date.slice(11, 13);
    case 'minute':
      return date.slice(14, 16);
    case 'second':
      return date.slice(17, 19);
    case 'post_id':
      return String(id);
    case 'postname':
      return slug;
    case 'category':
      return facts.categorySlugs?.join('/') ?? '';
    case 'author':
      return facts.authorSlug ?? '';
    default:
      return `%${tag}%`;
  }
}
