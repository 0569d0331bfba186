import { attributeUrl } from '../../../clean-url.ts';
import type { JsonRecord } from '../../../formats/json-value.ts';
import { renderTitle } from '../../../render.ts';
import type { BlockRenderer } from '../../../render-context.ts';
import { flagAttribute, textAttribute } from '../../block-attributes.ts';
import { wrapper } from '../../supports/wrapper.ts';
import { alignClass, safeMarkup, withoutShortcodes } from '../values.ts';
import { askForPage, shownPageOf } from './page-scope.ts';

/** A link to the post before or after the one that the page shows. */
export const postNavigationLink: BlockRenderer = {
  name: 'core/post-navigation-link',
  isDynamic: true,
  needs: askForPage,
  render: (block, _inner, context) => {
    const { attributes } = block;
    const type = textAttribute(attributes, 'type') ?? 'next';
    const page = shownPageOf(context);
    if (!page || (type !== 'next' && type !== 'previous')) return '';
    const classes = [`post-navigation-link-${type}`, ...alignClass(attributes)];
    const neighbour = page[type];
    const shown = neighbour
      ? linkTo(neighbour.url, withoutShortcodes(renderTitle(neighbour.title, context)), type, attributes)
      : '';
    return `<div ${wrapper(block, { classes })}>${shown}</div>`;
  },
};

const words = { next: ['Next', 'next'], previous: ['Previous', 'prev'] } as const;

function linkTo(url: string, title: string, type: 'next' | 'previous', attributes: JsonRecord): string {
  const [word, rel] = words[type];
  const label = safeMarkup(textAttribute(attributes, 'label') ?? '');
  const link = (text: string) => `<a href="${attributeUrl(url)}" rel="${rel}">${text}</a>`;
  const labelled = (text: string) => `<span class="post-navigation-link__label">${text}</span>`;
  if (!flagAttribute(attributes, 'showTitle')) return link(label || word);
  if (flagAttribute(attributes, 'linkLabel'))
    return link(`${labelled(label || `${word}:`)} <span class="post-navigation-link__title">${title}</span>`);
  return label === '' ? link(title) : `${labelled(label)} ${link(title)}`;
}
