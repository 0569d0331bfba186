import { type FormTag, shownValues } from './form-tag.ts';

/** True when the tag has the bare option, ignoring letter case. */
export function hasOption(tag: FormTag, ...names: readonly string[]): boolean {
  return tag.options.some((option) => names.includes(option.toLowerCase()));
}

/** All values of `name:value` options that match the pattern, in order. */
export function optionValues(tag: FormTag, name: string, pattern: RegExp = /^.+$/): readonly string[] {
  const prefix = `${name}:`;
  return tag.options
    .filter((option) => option.toLowerCase().startsWith(prefix))
    .map((option) => option.slice(prefix.length))
    .filter((value) => pattern.test(value));
}

/** The first such value. */
export function optionValue(tag: FormTag, name: string, pattern?: RegExp): string | undefined {
  return optionValues(tag, name, pattern)[0];
}

/** The value of an integer option; undefined when it is missing or not an integer. */
export function integerOption(tag: FormTag, name: string): number | undefined {
  const value = optionValue(tag, name, /^[-+]?\d{1,15}$/);
  return value === undefined ? undefined : Number(value);
}

/** The `id:` of a tag. */
export function idOption(tag: FormTag): string | undefined {
  return optionValue(tag, 'id', token);
}

/** All `class:` options of a tag. */
export function classOptions(tag: FormTag): readonly string[] {
  return optionValues(tag, 'class', token);
}

const token = /^[A-Za-z0-9_-]+$/;

/** The sizes of a text-like tag, from the long options or from the short forms `40/80` and `40x10/500`. */
export interface TagSizes {
  readonly size?: number | undefined;
  readonly cols?: number | undefined;
  readonly rows?: number | undefined;
  readonly maxlength?: number | undefined;
  readonly minlength?: number | undefined;
}

/** Parses the sizes; a maximum below the minimum is invalid, and then both are ignored. */
export function tagSizes(tag: FormTag): TagSizes {
  const short = shortForm(tag);
  const maxlength = positive(integerOption(tag, 'maxlength')) ?? short.maxlength;
  const minlength = positive(integerOption(tag, 'minlength'));
  const contradictory = maxlength !== undefined && minlength !== undefined && maxlength < minlength;
  return {
    size: positive(integerOption(tag, 'size')) ?? short.size,
    cols: positive(integerOption(tag, 'cols')) ?? short.cols,
    rows: positive(integerOption(tag, 'rows')) ?? short.rows,
    ...(contradictory ? {} : { maxlength, minlength }),
  };
}

function shortForm(tag: FormTag): TagSizes {
  for (const option of tag.options) {
    const box = /^(\d{0,6})x(\d{0,6})(?:\/(\d{1,9}))?$/i.exec(option);
    if (box) return { cols: digits(box[1]), rows: digits(box[2]), maxlength: digits(box[3]) };
    const line = /^(\d{0,6})\/(\d{0,9})$/.exec(option);
    if (line) return { size: digits(line[1]), cols: digits(line[1]), maxlength: digits(line[2]) };
  }
  return {};
}

const digits = (text: string | undefined) => (text ? positive(Number(text)) : undefined);
const positive = (value: number | undefined) => (value !== undefined && value > 0 ? value : undefined);

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
