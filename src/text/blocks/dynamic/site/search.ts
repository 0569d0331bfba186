import type { JsonRecord } from '../../../formats/json-value.ts';
import type { BlockRenderer } from '../../../render-context.ts';
import { escapeKeepingReferences } from '../../../scan/entities.ts';
import { flagAttribute, recordAttribute, textAttribute } from '../../block-attributes.ts';
import { wrapper } from '../../supports/wrapper.ts';
import { searchIcon } from '../icons.ts';
import { safeMarkup, wordOf } from '../values.ts';
import { searchStyles } from './search-styles.ts';

const positions = ['button-outside', 'button-inside', 'button-only', 'no-button'] as const;

/** A form that searches the site. */
export const searchBlock: BlockRenderer = {
  name: 'core/search',
  isDynamic: true,
  render: (block, _inner, context) => {
    const { attributes } = block;
    const position = wordOf(textAttribute(attributes, 'buttonPosition'), positions, 'button-outside');
    const usesIcon = flagAttribute(attributes, 'buttonUseIcon') ?? false;
    const id = `wp-block-search__input-${++context.counters.block}`;
    const styles = searchStyles(attributes, position === 'button-inside');
    const classes = [
      `wp-block-search__${position}`,
      ...(position === 'no-button' ? [] : [`wp-block-search__${usesIcon ? 'icon' : 'text'}-button`]),
    ];
    const label = labelled(attributes, id, styles.text, styles.textClass);
    const field =
      position === 'button-only' ? '' : input(attributes, { id, styles, isInside: position === 'button-inside' });
    const button = position === 'no-button' ? '' : submit(attributes, usesIcon, styles);
    return `<form role="search" method="get" action="${escapeKeepingReferences(context.siteUrl)}/" ${wrapper(block, { classes })}>${label}<div class="wp-block-search__inside-wrapper ${styles.wrapperClass}" ${styles.wrapper}>${field}${hidden(attributes)}${button}</div></form>`;
  },
};

type Styles = ReturnType<typeof searchStyles>;

function labelled(attributes: JsonRecord, id: string, style: string, fontClass: string): string {
  const label = safeMarkup(textAttribute(attributes, 'label') ?? 'Search');
  const isShown = (flagAttribute(attributes, 'showLabel') ?? true) && label !== '';
  const classes = `wp-block-search__label${isShown ? fontClass : ' screen-reader-text'}`;
  return `<label for="${id}" class="${classes}"${isShown ? ` ${style}` : ''}>${label || 'Search'}</label>`;
}

interface Field {
  readonly id: string;
  readonly styles: Styles;
  readonly isInside: boolean;
}

function input(attributes: JsonRecord, { id, styles, isInside }: Field): string {
  const placeholder = escapeKeepingReferences(textAttribute(attributes, 'placeholder') ?? '');
  const more = isInside ? `${styles.textClass} ` : `${styles.fieldClass}${styles.textClass}`;
  return `<input type="search" id="${id}" class="wp-block-search__input wp-block-search__input${more}" name="s" value="" placeholder="${placeholder}" ${isInside ? styles.text : styles.field} required />`;
}

function submit(attributes: JsonRecord, usesIcon: boolean, styles: Styles): string {
  const text = safeMarkup(textAttribute(attributes, 'buttonText') || 'Search');
  const classes = `wp-block-search__button${styles.textClass}${styles.buttonClass}${usesIcon ? ' has-icon' : ''} wp-element-button`;
  const label = usesIcon ? `aria-label="${escapeKeepingReferences(text)}"` : '';
  return `<button type="submit" class="${classes}" ${styles.button} ${label}>${usesIcon ? searchIcon : text}</button>`;
}

/** What else the form sends, such as the type of what is searched. */
function hidden(attributes: JsonRecord): string {
  return Object.entries(recordAttribute(attributes, 'query'))
    .filter((entry): entry is [string, string] => typeof entry[1] === 'string')
    .map(
      ([name, value]) =>
        `<input type="hidden" name="${escapeKeepingReferences(name)}" value="${escapeKeepingReferences(value)}" />`,
    )
    .join('');
}
