import { withLists } from '../template/data-lists.ts';
import type { FormTag } from '../template/form-tag.ts';
import { parseTemplate, type TemplatePart } from '../template/parse-template.ts';
import type { ContactForm } from './form-properties.ts';

/** The template of a form as visitors meet it: parsed, the lists its fields name filled in. */
export function formTemplate({
  locale,
  properties,
}: Pick<ContactForm, 'locale' | 'properties'>): readonly TemplatePart[] {
  return parseTemplate(properties.form).map((part) => ('tag' in part ? { tag: withLists(part.tag, locale) } : part));
}

/** The tags of that template. */
export function formTags(form: Pick<ContactForm, 'locale' | 'properties'>): readonly FormTag[] {
  return formTemplate(form).flatMap((part) => ('tag' in part ? [part.tag] : []));
}
