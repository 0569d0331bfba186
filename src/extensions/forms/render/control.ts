import { type Attributes, element } from '../markup/html.ts';
import { reduced } from '../model/form-names.ts';
import type { FormTag } from '../template/form-tag.ts';
import { classOptions, idOption, integerOption } from '../template/tag-options.ts';
import type { FormRenderContext } from './render-context.ts';

/** The classes of a control: the common one, its kind, its validation type, and the author's own. */
export function controlClass(tag: FormTag, { names }: FormRenderContext, ...kinds: readonly string[]): string {
  return [
    names.css('form-control'),
    ...new Set([...kinds, tag.basetype].map((kind) => names.css(kind))),
    ...(tag.required ? [names.css('validates-as-required')] : []),
    ...classOptions(tag),
  ].join(' ');
}

/** The span around a control, where its error message is shown. */
export function wrap(tag: FormTag, { names }: FormRenderContext, html: string): string {
  return element('span', { class: `${names.css('form-control-wrap')} ${reduced(tag.name)}` }, html);
}

/** The attributes of every text control. */
export function commonAttributes(tag: FormTag): Attributes {
  return {
    id: idOption(tag),
    tabindex: integerOption(tag, 'tabindex'),
    'aria-required': tag.required ? 'true' : undefined,
    'aria-invalid': 'false',
  };
}
