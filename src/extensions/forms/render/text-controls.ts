import { relativeDate } from '../relative-date.ts';
import type { FormTag } from '../template/form-tag.ts';
import { classOptions, hasOption, idOption, integerOption, optionValue, tagSizes } from '../template/tag-options.ts';
import { initialText, sourcedDefault } from './default-value.ts';
import { reduced } from './form-names.ts';
import { type Attributes, element, escapeHtml, voidElement } from './html.ts';
import type { RenderContext } from './render-context.ts';

/** The classes of a control: the common one, its kind, what it is checked as, and the author's own. */
export function controlClass(tag: FormTag, { names }: RenderContext, ...kinds: readonly string[]): string {
  return [
    names.css('form-control'),
    ...new Set([...kinds, tag.basetype].map((kind) => names.css(kind))),
    ...(tag.required ? [names.css('validates-as-required')] : []),
    ...classOptions(tag),
  ].join(' ');
}

/** The span around a control, where its error message will appear. */
export function wrap(tag: FormTag, { names }: RenderContext, html: string): string {
  return element('span', { class: `${names.css('form-control-wrap')} ${reduced(tag.name)}` }, html);
}

/** What every control that takes text says about itself. */
export function commonAttributes(tag: FormTag): Attributes {
  return {
    id: idOption(tag),
    tabindex: integerOption(tag, 'tabindex'),
    'aria-required': tag.required ? 'true' : undefined,
    'aria-invalid': 'false',
  };
}

const writing = (tag: FormTag): Attributes => ({
  autocomplete: optionValue(tag, 'autocomplete', /^[A-Za-z0-9-]+$/),
  readonly: hasOption(tag, 'readonly'),
});

/** text, email, url and tel. */
export function textInput(tag: FormTag, context: RenderContext): string {
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
export function numberInput(tag: FormTag, context: RenderContext): string {
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
export function dateInput(tag: FormTag, context: RenderContext): string {
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

/** textarea; the text between the tags, or the first value, is where it starts. */
export function textareaControl(tag: FormTag, context: RenderContext): string {
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

/** hidden; nothing to see, so no span around it. */
export function hiddenInput(tag: FormTag, context: RenderContext): string {
  return voidElement('input', {
    type: 'hidden',
    name: tag.name,
    value: initialText(tag, context.defaults).value,
    class: controlClass(tag, context, 'hidden'),
    id: idOption(tag),
  });
}
