import { addClasses, linkColourClass } from '../block-supports/opening-tag.ts';
import { wrapper } from '../block-supports/wrapper.ts';
import type { Block } from '../blocks/block.ts';
import { flagAttribute, listAttribute, numberAttribute, recordAttribute, textAttribute } from '../blocks/block.ts';
import type { ShownPost } from '../blocks/block-data.ts';
import type { ListedPosts, PostQuery } from '../blocks/block-needs.ts';
import { loadedFor } from '../blocks/block-needs.ts';
import { escapeKeepingReferences } from '../entities.ts';
import type { JsonRecord, JsonValue } from '../json.ts';
import type { BlockContext, BlockRenderer, BlockScope } from '../render/render-context.ts';
import { isNothing, listedIds, wholeAttribute, wordOf } from './block-values.ts';

const mostPosts = 100;

/** A list of posts. It shows its inner blocks; those of them that belong to it ask for the posts. */
export const query: BlockRenderer = {
  name: 'core/query',
  provides: ({ attributes, innerBlocks }) => ({
    query: recordAttribute(attributes, 'query'),
    withContent: holdsContent(innerBlocks),
    queryId: wholeAttribute(attributes, 'queryId'),
    displayLayout: recordAttribute(attributes, 'displayLayout'),
  }),
  render: (_block, inner) => inner,
};

/** Shows its inner blocks once for each post of the list around it. */
export const postTemplate: BlockRenderer = {
  name: 'core/post-template',
  isDynamic: true,
  ownsInner: true,
  needs: (_block, ask, scope) => {
    const asked = queryOf(scope);
    if (asked) ask('posts', asked);
    ask('site', null);
  },
  render: (block, _inner, context) => {
    const found = foundPosts(context);
    const posts = found?.ids.flatMap((id) => loadedFor(context.blockData, 'post', id) ?? []) ?? [];
    if (posts.length === 0) return '';
    const layout = recordAttribute(context.provided, 'displayLayout');
    const columns = textAttribute(layout, 'type') === 'flex' ? numberAttribute(layout, 'columns') : undefined;
    const classes = columns === undefined ? [] : ['is-flex-container', `columns-${columns}`];
    const item = { ...block, name: 'platen/list-item' };
    // The colour of links is set for each item, on its first element.
    const colour = linkColourClass(block);
    const items = posts.map((post) => {
      const html = context.renderInner([item], { postId: post.id });
      const shown = colour === undefined ? html : addClasses(html, [colour], 'always');
      return `<li class="${postClasses(post)}">${shown}</li>`;
    });
    return `<ul ${wrapper(block, { classes })}>${items.join('')}</ul>`;
  },
};

/** Shown where a list has no posts. */
export const queryNoResults: BlockRenderer = {
  name: 'core/query-no-results',
  isDynamic: true,
  needs: (_block, ask, scope) => {
    const asked = queryOf(scope);
    if (asked) ask('posts', asked);
  },
  render: (block, inner, context) => {
    const found = foundPosts(context);
    if (!found || found.ids.length > 0 || isNothing(inner)) return '';
    return `<div ${wrapper(block)}>${inner}</div>`;
  },
};

/** The posts of the list around a block. */
export function foundPosts(context: BlockContext): ListedPosts | undefined {
  const asked = queryOf(context);
  return asked && loadedFor(context.blockData, 'posts', asked);
}

/** The list that the blocks around a block ask for; undefined where it is the list of the page itself. */
export function queryOf({ provided }: BlockScope): PostQuery | undefined {
  const asked = recordAttribute(provided, 'query');
  if (flagAttribute(asked, 'inherit')) return undefined;
  const sticky = textAttribute(asked, 'sticky') ?? '';
  const search = textAttribute(asked, 'search') ?? '';
  const authors = authorsIn(asked['author']);
  const exclude = listedIds(listAttribute(asked, 'exclude'));
  const parents = listedIds(listAttribute(asked, 'parents'));
  const terms = termsIn(asked);
  return {
    type: textAttribute(asked, 'postType') || 'post',
    perPage: Math.min(wholeAttribute(asked, 'perPage') || 10, mostPosts),
    orderBy: wordOf(textAttribute(asked, 'orderBy'), ['date', 'title', 'modified', 'id', 'author'], 'date'),
    order: wordOf(textAttribute(asked, 'order')?.toLowerCase(), ['desc', 'asc'], 'desc'),
    offset: Math.max(wholeAttribute(asked, 'offset'), 0),
    pageParameter: pageParameterOf(provided),
    sticky: sticky === 'only' ? 'only' : sticky === 'exclude' ? 'exclude' : 'first',
    ...(flagAttribute(provided, 'withContent') ? { withContent: true } : {}),
    ...(authors.length > 0 ? { authors } : {}),
    ...(search === '' ? {} : { search }),
    ...(exclude.length > 0 ? { exclude } : {}),
    ...(parents.length > 0 ? { parents } : {}),
    ...(terms.length > 0 ? { terms } : {}),
  };
}

/** Whether the blocks of a list show the content of its posts; what is in another list is that one's. */
function holdsContent(blocks: readonly Block[]): boolean {
  const left = [...blocks];
  for (let block = left.pop(); block; block = left.pop()) {
    if (block.name === 'core/post-content') return true;
    if (block.name !== 'core/query') for (const inner of block.innerBlocks) left.push(inner);
  }
  return false;
}

/** The parameter that names the page of the list around a block. */
export function pageParameterOf(provided: JsonRecord): string {
  const id = provided['queryId'];
  return id === undefined ? 'query-page' : `query-${wholeAttribute(provided, 'queryId')}-page`;
}

function authorsIn(value: JsonValue | undefined): number[] {
  if (typeof value === 'number') return listedIds([value]);
  return typeof value === 'string' ? listedIds(value.split(',')) : [];
}

/** Terms by taxonomy; older blocks have categories and tags of their own. */
function termsIn(asked: JsonRecord): { taxonomy: string; ids: number[] }[] {
  const byTaxonomy = recordAttribute(asked, 'taxQuery');
  const older = [
    { taxonomy: 'category', ids: listedIds(listAttribute(asked, 'categoryIds')) },
    { taxonomy: 'post_tag', ids: listedIds(listAttribute(asked, 'tagIds')) },
  ];
  const named = Object.keys(byTaxonomy).map((taxonomy) => ({
    taxonomy,
    ids: listedIds(listAttribute(byTaxonomy, taxonomy)),
  }));
  return [...older, ...named].filter(({ ids }) => ids.length > 0);
}

function postClasses(post: ShownPost): string {
  const terms = (taxonomy: string, prefix: string) =>
    post.terms.filter((term) => term.taxonomy === taxonomy).map(({ slug, id }) => `${prefix}-${safeClass(slug, id)}`);
  const isHidden = post.isProtected && !post.isUnlocked;
  return [
    'wp-block-post',
    `post-${post.id}`,
    post.type,
    `type-${post.type}`,
    `status-${post.status}`,
    ...(post.type === 'post' ? [`format-${post.format}`] : []),
    ...(isHidden ? ['post-password-required'] : post.isProtected ? ['post-password-protected'] : []),
    ...(post.image && !isHidden ? ['has-post-thumbnail'] : []),
    'hentry',
    ...terms('category', 'category'),
    ...terms('post_tag', 'tag'),
  ]
    .map(escapeKeepingReferences)
    .join(' ');
}

/** A slug as a class; the id where it has letters that no class has. */
const safeClass = (slug: string, id: number): string =>
  /^[a-z0-9_-]*[a-z_-][a-z0-9_-]*$/i.test(slug) ? slug : String(id);
