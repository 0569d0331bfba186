import { escapeHtml } from '../../../extension.ts';
import { type FormTag, shownValues } from '../template/form-tag.ts';
import {
  acceptanceCondition,
  classOptions,
  hasOption,
  idOption,
  integerOption,
  selectOptions,
  tagSizes,
} from '../template/tag-options.ts';
import type { FormRenderContext } from './control.ts';
import { commonAttributes, controlClass, initialChoices, wrap } from './control.ts';
import { element, voidElement } from './html.ts';

/** select, single or `multiple`. */
export function selectControl(tag: FormTag, context: FormRenderContext): string {
  const multiple = hasOption(tag, 'multiple');
  const chosen = initialChoices(tag, context.defaults);
  const options = selectOptions(tag);
  const added = options.length - shownValues(tag).length;
  const html = options
    .map(({ label, value }, index) =>
      element('option', { value, selected: chosen.has(index - added) }, escapeHtml(label)),
    )
    .join('');
  const select = element(
    'select',
    {
      name: multiple ? `${tag.name}[]` : tag.name,
      class: controlClass(tag, context, 'select'),
      multiple,
      size: multiple ? tagSizes(tag).size : undefined,
      ...commonAttributes(tag),
    },
    html,
  );
  return wrap(tag, context, select);
}

/** checkbox and radio: a group of items, each an input with its label. */
export function choiceGroup(tag: FormTag, context: FormRenderContext): string {
  const radio = tag.basetype === 'radio';
  const exclusive = hasOption(tag, 'exclusive');
  const values = shownValues(tag);
  const chosen = initialChoices(tag, context.defaults);
  const name = radio || exclusive ? tag.name : `${tag.name}[]`;
  const items = values.map((value, index) => {
    const position = { first: index === 0, last: index === values.length - 1 };
    return choiceItem(tag, context, { name, value, checked: chosen.has(index), ...position });
  });
  const group = element(
    'span',
    {
      class: [
        controlClass(tag, context),
        ...(exclusive && !radio ? [context.names.css('exclusive-checkbox')] : []),
      ].join(' '),
      id: idOption(tag),
      role: radio ? 'radiogroup' : 'group',
      'aria-required': radio || tag.required ? 'true' : undefined,
    },
    items.join(''),
  );
  return wrap(tag, context, group);
}

interface Item {
  readonly name: string;
  readonly value: string;
  readonly checked: boolean;
  readonly first: boolean;
  readonly last: boolean;
}

function choiceItem(tag: FormTag, context: FormRenderContext, item: Item): string {
  const { names } = context;
  const freeText = item.last && hasOption(tag, 'free_text');
  const input = voidElement('input', {
    type: tag.basetype,
    name: item.name,
    value: item.value,
    checked: item.checked,
    tabindex: integerOption(tag, 'tabindex'),
  });
  const label = element('span', { class: names.css('list-item-label') }, escapeHtml(item.value));
  const pair = hasOption(tag, 'label_first') ? label + input : input + label;
  const free = freeText
    ? voidElement('input', { type: 'text', name: `${tag.name}_free_text`, class: names.css('free-text') })
    : '';
  const classes = [names.css('list-item'), ...(item.first ? ['first'] : []), ...(item.last ? ['last'] : [])];
  if (freeText) classes.push('has-free-text');
  return element(
    'span',
    { class: classes.join(' ') },
    (hasOption(tag, 'use_label_element') ? element('label', {}, pair) : pair) + free,
  );
}

/** acceptance: one checkbox beside its condition, which is the author's HTML. */
export function acceptanceControl(tag: FormTag, context: FormRenderContext): string {
  const { names } = context;
  const condition = acceptanceCondition(tag);
  const input = voidElement('input', {
    type: 'checkbox',
    name: tag.name,
    value: '1',
    checked: tag.options.some((option) => option.toLowerCase() === 'default:on'),
    id: idOption(tag),
    class: classOptions(tag).join(' '),
    tabindex: integerOption(tag, 'tabindex'),
    'aria-invalid': 'false',
  });
  const label = element('span', { class: names.css('list-item-label') }, condition);
  const item = condition === '' ? input : element('label', {}, input + label);
  const flags = ['invert', 'optional'].filter((flag) => hasOption(tag, flag));
  const group = element(
    'span',
    { class: [names.css('form-control'), names.css('acceptance'), ...flags].join(' ') },
    element('span', { class: names.css('list-item') }, item),
  );
  return wrap(tag, context, group);
}
