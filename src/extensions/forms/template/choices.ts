import { type FormTag, shownValues } from './form-tag.ts';
import { hasOption } from './tag-options.ts';

/** The options of a select: labels and posted values. */
export function selectOptions(tag: FormTag): readonly { readonly label: string; readonly value: string }[] {
  const values = shownValues(tag).map((value) => ({ label: value, value }));
  if (hasOption(tag, 'first_as_label') && values[0]) values[0].value = '';
  const blank = hasOption(tag, 'include_blank') || values.length === 0;
  return blank ? [{ label: '---', value: '' }, ...values] : values;
}

/** The condition of an acceptance as the author's HTML: the enclosed text, or its first value. */
export function acceptanceCondition(tag: FormTag): string {
  return tag.content !== '' ? tag.content : (shownValues(tag)[0] ?? '');
}
