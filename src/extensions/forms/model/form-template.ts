import { withLists } from '../template/data-lists.ts';
import { parseTemplate } from '../template/parse-template.ts';
import { type Template, templateOf } from '../template/template.ts';
import type { ContactForm } from './form-properties.ts';

/** The template of a form as visitors see it, with its data lists expanded; parsed once per request. */
export function formTemplate({ locale, properties }: Pick<ContactForm, 'locale' | 'properties'>): Template {
  const { parts } = parseTemplate(properties.form);
  return templateOf(parts.map((part) => ('tag' in part ? { tag: withLists(part.tag, locale) } : part)));
}
