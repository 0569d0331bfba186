import { classPart } from '../block-supports/css-value.ts';
import { wrapper } from '../block-supports/wrapper.ts';
import { type Block, flagAttribute, numberAttribute, textAttribute } from '../blocks/block.ts';
import type { AskedTerms, ShownTerm } from '../blocks/block-data.ts';
import { loadedFor } from '../blocks/block-needs.ts';
import { siteOf } from '../blocks/block-scope.ts';
import { escapeKeepingReferences } from '../entities.ts';
import type { BlockContext, BlockRenderer } from '../render/render-context.ts';
import { attributeUrl } from '../sanitise/clean-url.ts';
import { positive, writtenNumber } from './block-values.ts';

/** The categories, as a list, as a tree or for choosing one. */
export const categories: BlockRenderer = {
  name: 'core/categories',
  isDynamic: true,
  needs: (block, ask) => {
    ask('site', null);
    ask('terms', categoryQuery(block));
    if (taxonomyOf(block) !== 'category') ask('terms', termQuery(block));
  },
  render: (block, _inner, context) => {
    const isToday = context.rules.blocks === 'today';
    const terms = loadedFor(context.blockData, 'terms', isToday ? termQuery(block) : categoryQuery(block)) ?? [];
    const isTree = flagAttribute(block.attributes, 'showHierarchy') ?? false;
    const tree = isTree ? nested(terms) : terms.map((term) => ({ term, below: [] }));
    const id = `wp-block-categories-${++context.counters.block}`;
    if (flagAttribute(block.attributes, 'displayAsDropdown')) return dropdown(block, tree, id, context);
    const classes = ['wp-block-categories-list'];
    if (!isToday) return `<ul ${wrapper(block, { classes })}>${list(tree, countIn(block, context), 0)}</ul>`;
    classes.push(`wp-block-categories-taxonomy-${classPart(taxonomyOf(block))}`);
    return `<ul ${wrapper(block, { classes })}>${listToday(tree, countIn(block, context))}</ul>`;
  },
};

const taxonomyOf = ({ attributes }: Block): string => textAttribute(attributes, 'taxonomy') ?? 'category';

const termQuery = (block: Block): AskedTerms => ({ ...categoryQuery(block), taxonomy: taxonomyOf(block) });

/** Today nothing is indented, and a term counts the posts of those below it. */
function listToday(branches: readonly Branch[], count: Count): string {
  return branches
    .map((branch) => {
      const { term, below } = branch;
      const link = `<a href="${attributeUrl(term.url)}">${escapeKeepingReferences(term.name)}</a>`;
      const number = count ? ` (${count({ ...term, count: postsIn(branch) })})` : '';
      const inner = below.length === 0 ? '' : `<ul class='children'>\n${listToday(below, count)}</ul>\n`;
      return `\t<li class="cat-item cat-item-${term.id}">${link}${number}\n${inner}</li>\n`;
    })
    .join('');
}

const postsIn = ({ term, below }: Branch): number => below.reduce((sum, branch) => sum + postsIn(branch), term.count);

function categoryQuery({ attributes }: Block): AskedTerms {
  return {
    taxonomy: 'category',
    orderBy: 'name',
    hideEmpty: !(flagAttribute(attributes, 'showEmpty') ?? false),
    ...(flagAttribute(attributes, 'showOnlyTopLevel') ? { parentId: 0 } : {}),
    ...(flagAttribute(attributes, 'showHierarchy') ? { withAncestors: true } : {}),
  };
}

interface Branch {
  readonly term: ShownTerm;
  readonly below: readonly Branch[];
}

/** Terms below their parents; one whose parent is not among them is at the top. */
function nested(terms: readonly ShownTerm[]): Branch[] {
  const known = new Set(terms.map(({ id }) => id));
  const children = Map.groupBy(terms, ({ parentId }) => (known.has(parentId) ? parentId : 0));
  const branches = (parentId: number, above: ReadonlySet<number>): Branch[] =>
    (children.get(parentId) ?? [])
      .filter(({ id }) => !above.has(id))
      .map((term) => ({ term, below: branches(term.id, new Set([...above, term.id])) }));
  return branches(0, new Set());
}

/** How a term's number of posts is written; undefined where it is not shown. */
type Count = ((term: ShownTerm) => string) | undefined;

const countIn = ({ attributes }: Block, context: BlockContext): Count =>
  flagAttribute(attributes, 'showPostCounts')
    ? ({ count }) => writtenNumber(count, siteOf(context)?.language)
    : undefined;

function list(branches: readonly Branch[], count: Count, depth: number): string {
  const indent = '\t'.repeat(depth);
  return branches
    .map(({ term, below }) => {
      const link = `<a href="${attributeUrl(term.url)}">${escapeKeepingReferences(term.name)}</a>`;
      const inner =
        below.length === 0 ? '' : `${indent}<ul class='children'>\n${list(below, count, depth + 1)}${indent}</ul>\n`;
      return `${indent}\t<li class="cat-item cat-item-${term.id}">${link}${count ? ` (${count(term)})` : ''}\n${inner}${indent}</li>\n`;
    })
    .join('');
}

function dropdown(block: Block, tree: readonly Branch[], id: string, context: BlockContext): string {
  const written = countIn(block, context);
  const options = (branches: readonly Branch[], depth: number): string =>
    branches
      .map(({ term, below }) => {
        const name = `${'&nbsp;'.repeat(depth * 3)}${escapeKeepingReferences(term.name)}`;
        const count = written ? `&nbsp;&nbsp;(${written(term)})` : '';
        return `\t<option class="level-${depth}" value="${term.id}">${name}${count}</option>\n${options(below, depth + 1)}`;
      })
      .join('');
  const address = JSON.stringify(`${context.siteUrl}/?cat=`).replaceAll('<', '\\u003c');
  return `<div ${wrapper(block, { classes: ['wp-block-categories-dropdown'] })}><label class="screen-reader-text" for="${id}">Categories</label><select  name='cat' id='${id}' class='postform'>
	<option value='-1'>Select Category</option>
${options(tree, 0)}</select>
	<script>document.getElementById('${id}').addEventListener('change', (event) => {
  if (Number(event.target.value) > 0) location.href = ${address} + event.target.value;
});</script>
	</div>`;
}

/** The terms with the most posts, the larger the more they have. */
export const tagCloud: BlockRenderer = {
  name: 'core/tag-cloud',
  isDynamic: true,
  needs: (block, ask) => {
    ask('site', null);
    ask('terms', tagQuery(block));
  },
  render: (block, _inner, context) => {
    const found = loadedFor(context.blockData, 'terms', tagQuery(block)) ?? [];
    const terms = found.toSorted(
      (a, b) => a.name.localeCompare(b.name, 'en', { sensitivity: 'base', numeric: true }) || a.id - b.id,
    );
    const text =
      terms.length === 0
        ? 'There&#8217;s no content to show here yet.'
        : cloud(block, terms, siteOf(context)?.language);
    return `<p ${wrapper(block)}>${text}</p>`;
  },
};

function tagQuery({ attributes }: Block): AskedTerms {
  return {
    taxonomy: textAttribute(attributes, 'taxonomy') ?? 'post_tag',
    orderBy: 'count',
    hideEmpty: true,
    most: Math.min(positive(numberAttribute(attributes, 'numberOfTags'), 45), 100),
  };
}

function cloud({ attributes }: Block, terms: readonly ShownTerm[], language: string | undefined): string {
  const [smallest, unit] = lengthOf(textAttribute(attributes, 'smallestFontSize')) ?? [8, 'pt'];
  const [largest] = lengthOf(textAttribute(attributes, 'largestFontSize')) ?? [22];
  const weights = terms.map(({ count }) => Math.round(Math.log10(count + 1) * 100));
  const least = Math.min(...weights);
  const spread = Math.max(...weights) - least || 1;
  const step = Math.max(largest - smallest, 1) / spread;
  const withCounts = flagAttribute(attributes, 'showTagCounts') ?? false;
  return terms
    .map(({ id, url, name, count }, i) => {
      const size = Number((smallest + (weights[i]! - least) * step).toPrecision(14));
      const shown = escapeKeepingReferences(name);
      const posts = writtenNumber(count, language);
      const items = `${posts} ${count === 1 ? 'item' : 'items'}`;
      const number = withCounts ? `<span class="tag-link-count"> (${posts})</span>` : '';
      return `<a href="${attributeUrl(url)}" class="tag-cloud-link tag-link-${id} tag-link-position-${i + 1}" style="font-size: ${size}${unit};" aria-label="${shown} (${items})">${shown}${number}</a>`;
    })
    .join('\n');
}

function lengthOf(text: string | undefined): [number: number, unit: string] | undefined {
  const [, number, unit] = /^([0-9]*\.?[0-9]+)([a-z%]{1,4})$/i.exec(text?.trim() ?? '') ?? [];
  return number === undefined || unit === undefined ? undefined : [Number(number), unit];
}
