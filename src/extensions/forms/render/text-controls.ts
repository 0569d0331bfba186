import { escapeHtml } from '../../../extension.ts';
import { relativeDate } from '../template/field-formats.ts';
import type { FormTag } from '../template/form-tag.ts';
import { hasOption, idOption, integerOption, optionValue, tagSizes } from '../template/tag-options.ts';
import type { FormRenderContext } from './control.ts';
import { commonAttributes, controlClass, initialText, sourcedDefault, wrap } from './control.ts';
import { type Attributes, element, voidElement } from './html.ts';

const writing = (tag: FormTag): Attributes => ({
  autocomplete: optionValue(tag, 'autocomplete', /^[A-Za-z0-9-]+$/),
  readonly: hasOption(tag, 'readonly'),
});

/** text, email, url and tel. */
export function textInput(tag: FormTag, context: FormRenderContext): string {
  const { size = 40, maxlength, minlength } = tagSizes(tag);
  const checked = tag.basetype === 'text' ? [] : [`validates-as-${tag.basetype}`];
  const input = voidElement('input', {
    type: tag.basetype,
    name: tag.name,
    ...initialText(tag, context.defaults),
    size,
    maxlength,
    minlength,
    class: controlClass(tag, context, 'text', tag.basetype, ...checked),
    ...commonAttributes(tag),
    ...writing(tag),
  });
  return wrap(tag, context, input);
}

/** number and range. */
export function numberInput(tag: FormTag, context: FormRenderContext): string {
  const input = voidElement('input', {
    type: tag.basetype,
    name: tag.name,
    ...initialText(tag, context.defaults),
    class: controlClass(tag, context, tag.basetype, 'validates-as-number'),
    min: integerOption(tag, 'min'),
    max: integerOption(tag, 'max'),
    step: optionValue(tag, 'step', /^(?:any|\d{1,9}(?:\.\d{1,9})?)$/),
    ...commonAttributes(tag),
    ...writing(tag),
  });
  return wrap(tag, context, input);
}

/** date, its limits and default resolved for today. */
export function dateInput(tag: FormTag, context: FormRenderContext): string {
  const resolved = (text: string | undefined) =>
    text === undefined ? undefined : (relativeDate(text, context.today) ?? undefined);
  const { value, placeholder } = initialText(tag, context.defaults);
  const input = voidElement('input', {
    type: 'date',
    name: tag.name,
    value: resolved(optionValue(tag, 'default')) ?? resolved(value) ?? sourcedDefault(tag, context.defaults) ?? '',
    placeholder,
    class: controlClass(tag, context, 'date', 'validates-as-date'),
    min: resolved(optionValue(tag, 'min')),
    max: resolved(optionValue(tag, 'max')),
    step: integerOption(tag, 'step'),
    ...commonAttributes(tag),
    ...writing(tag),
  });
  return wrap(tag, context, input);
}

/** textarea; its initial text is the text between the tags, or the first value. */
export function textareaControl(tag: FormTag, context: FormRenderContext): string {
  const { cols = 40, rows = 10, maxlength, minlength } = tagSizes(tag);
  const { value, placeholder } = initialText(tag, context.defaults);
  const area = element(
    'textarea',
    {
      name: tag.name,
      cols,
      rows,
      maxlength,
      minlength,
      placeholder,
      class: controlClass(tag, context, 'textarea'),
      ...commonAttributes(tag),
      ...writing(tag),
    },
    escapeHtml(value).replace(/^(?=\n)/, '\n'),
  );
  return wrap(tag, context, area);
}

/** hidden; invisible, so no span around it. */
export function hiddenInput(tag: FormTag, context: FormRenderContext): string {
  return voidElement('input', {
    type: 'hidden',
    name: tag.name,
    value: initialText(tag, context.defaults).value,
    class: controlClass(tag, context, 'hidden'),
    id: idOption(tag),
  });
}
