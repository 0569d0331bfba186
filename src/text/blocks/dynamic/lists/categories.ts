import { attributeUrl } from '../../../clean-url.ts';
import type { BlockContext, BlockRenderer } from '../../../render-context.ts';
import { escapeKeepingReferences } from '../../../scan/entities.ts';
import type { Block } from '../../block.ts';
import { flagAttribute } from '../../block-attributes.ts';
import { loadedFor } from '../../block-needs.ts';
import { wrapper } from '../../supports/wrapper.ts';
import { siteOf } from '../post-scope.ts';
import type { AskedTerms, ShownTerm } from '../shown.ts';
import { writtenNumber } from '../values.ts';

/** The categories, as a list, as a tree or for choosing one. */
export const categories: BlockRenderer = {
  name: 'core/categories',
  isDynamic: true,
  needs: (block, ask) => {
    ask('site', null);
    ask('terms', queryOf(block));
  },
  render: (block, _inner, context) => {
    const terms = loadedFor(context.blockData, 'terms', queryOf(block)) ?? [];
    const isTree = flagAttribute(block.attributes, 'showHierarchy') ?? false;
    const tree = isTree ? nested(terms) : terms.map((term) => ({ term, below: [] }));
    const id = `wp-block-categories-${++context.counters.block}`;
    if (flagAttribute(block.attributes, 'displayAsDropdown')) return dropdown(block, tree, id, context);
    return `<ul ${wrapper(block, { classes: ['wp-block-categories-list'] })}>${list(tree, countIn(block, context), 0)}</ul>`;
  },
};

function queryOf({ attributes }: Block): AskedTerms {
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
