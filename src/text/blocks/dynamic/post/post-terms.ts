import { attributeUrl } from '../../../clean-url.ts';
import type { BlockRenderer } from '../../../render-context.ts';
import { escapeKeepingReferences } from '../../../scan/entities.ts';
import { textAttribute } from '../../block-attributes.ts';
import { wrapper } from '../../supports/wrapper.ts';
import { askForPost, postOf } from '../post-scope.ts';
import { alignClass, safeMarkup } from '../values.ts';

/** The terms of one taxonomy of the post. */
export const postTerms: BlockRenderer = {
  name: 'core/post-terms',
  isDynamic: true,
  needs: askForPost,
  render: (block, _inner, context) => {
    const { attributes } = block;
    const taxonomy = textAttribute(attributes, 'term') ?? '';
    const terms = postOf(context)?.terms.filter((term) => term.taxonomy === taxonomy) ?? [];
    if (terms.length === 0) return '';
    const part = (name: 'prefix' | 'suffix') => {
      const text = textAttribute(attributes, name) ?? '';
      return text === '' ? '' : `<span class="wp-block-post-terms__${name}">${safeMarkup(text)}</span>`;
    };
    const separator = escapeKeepingReferences(textAttribute(attributes, 'separator') || ' ').replaceAll('&nbsp;', ' ');
    const between = `<span class="wp-block-post-terms__separator">${textAttribute(attributes, 'separator') === undefined ? ', ' : separator}</span>`;
    const links = terms.map(
      ({ url, name }) => `<a href="${attributeUrl(url)}" rel="tag">${escapeKeepingReferences(name)}</a>`,
    );
    const classes = [`taxonomy-${escapeKeepingReferences(taxonomy)}`, ...alignClass(attributes)];
    // Its style has no last semicolon.
    const attributesOf = wrapper(block, { classes }).replace(';" class=', '" class=');
    return `<div ${attributesOf}>${part('prefix')}${links.join(between)}${part('suffix')}</div>`;
  },
};
