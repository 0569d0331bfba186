import { attributeUrl } from '../../../clean-url.ts';
import type { BlockRenderer } from '../../../render-context.ts';
import { escapeKeepingReferences } from '../../../scan/entities.ts';
import type { Block } from '../../block.ts';
import { flagAttribute, numberAttribute, textAttribute } from '../../block-attributes.ts';
import { loadedFor } from '../../block-needs.ts';
import { wrapper } from '../../supports/wrapper.ts';
import { siteOf } from '../post-scope.ts';
import type { AskedTerms, ShownTerm } from '../shown.ts';
import { positive, writtenNumber } from '../values.ts';

/** The terms with the most posts, the larger the more they have. */
export const tagCloud: BlockRenderer = {
  name: 'core/tag-cloud',
  isDynamic: true,
  needs: (block, ask) => {
    ask('site', null);
    ask('terms', queryOf(block));
  },
  render: (block, _inner, context) => {
    const found = loadedFor(context.blockData, 'terms', queryOf(block)) ?? [];
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

function queryOf({ attributes }: Block): AskedTerms {
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
