import type { FormTag } from './form-tag.ts';

/** A parsed template: all parts in order, and only the tags. */
export interface Template {
  readonly parts: readonly TemplatePart[];
  readonly tags: readonly FormTag[];
}

/** HTML as written, or a tag. */
export type TemplatePart = { readonly html: string } | { readonly tag: FormTag };

/** The template made of these parts. */
export function templateOf(parts: readonly TemplatePart[]): Template {
  return { parts, tags: parts.flatMap((part) => ('tag' in part ? [part.tag] : [])) };
}
