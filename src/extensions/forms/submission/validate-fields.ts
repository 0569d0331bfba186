import type { MessageKey } from '../model/form-properties.ts';
import { stripMarkup } from '../render/html.ts';
import { isFormEmail, isNumeric, isRealDate, isTelephone, isUrl, relativeDate } from '../template/field-formats.ts';
import { type BaseType, type FormTag, shownValues } from '../template/form-tag.ts';
import {
  acceptanceCondition,
  hasOption,
  integerOption,
  optionValue,
  selectOptions,
  tagSizes,
} from '../template/tag-options.ts';
import { type PostedData, several, single } from './posted-data.ts';

/** The problem of one field, as the key of its message. */
export interface FieldProblem {
  readonly tag: FormTag;
  readonly key: MessageKey;
}

/** What the rules need besides the data. */
export interface ValidationContext {
  /** Today in the site's timezone, as `YYYY-MM-DD`. */
  readonly today: string;
  readonly acceptanceAsValidation: boolean;
  /** True when the answer to a quiz field is right. */
  quizPassed(tag: FormTag): boolean;
  /** True when the answer to an image challenge is right. */
  challengePassed(tag: FormTag): boolean;
}

/** Validates every field except files, in template order; a field has at most one problem, the first found. */
export function validateFields(
  tags: readonly FormTag[],
  posted: PostedData,
  context: ValidationContext,
): readonly FieldProblem[] {
  const problems = new Map<string, FieldProblem>();
  for (const tag of tags) {
    if (tag.name === '' || problems.has(tag.name)) continue;
    const key = rules[tag.basetype]?.(tag, posted.raw.get(tag.name), context) ?? null;
    if (key !== null) problems.set(tag.name, { tag, key });
  }
  return [...problems.values()];
}

type Value = string | readonly string[] | undefined;
type Rule = (tag: FormTag, value: Value, context: ValidationContext) => MessageKey | null;

/** A required field must not be empty, and a value must pass the given check. */
const filled =
  (check: (text: string, tag: FormTag, context: ValidationContext) => MessageKey | null): Rule =>
  (tag, value, context) => {
    const text = single(value);
    if (text === '') return tag.required ? 'invalid_required' : null;
    return check(text, tag, context);
  };

/** Lengths are UTF-16 code units with LF line ends: what a script on the page counts. */
function checkLength(text: string, tag: FormTag): MessageKey | null {
  const { maxlength, minlength } = tagSizes(tag);
  if (maxlength !== undefined && text.length > maxlength) return 'invalid_too_long';
  if (minlength !== undefined && text.length < minlength) return 'invalid_too_short';
  return null;
}

const formatted = (isValid: (text: string) => boolean, key: MessageKey): Rule =>
  filled((text, tag) => (isValid(text) ? checkLength(text, tag) : key));

const number: Rule = filled((text, tag) => {
  if (!isNumeric(text)) return 'invalid_number';
  const [min, max] = [integerOption(tag, 'min'), integerOption(tag, 'max')];
  if (min !== undefined && Number(text) < min) return 'number_too_small';
  if (max !== undefined && Number(text) > max) return 'number_too_large';
  return null;
});

const date: Rule = filled((text, tag, { today }) => {
  if (!isRealDate(text)) return 'invalid_date';
  const limit = (name: string) => relativeDate(optionValue(tag, name) ?? '', today);
  const [min, max] = [limit('min'), limit('max')];
  if (min !== null && text < min) return 'date_too_early';
  if (max !== null && text > max) return 'date_too_late';
  return null;
});

/** A choice that was not offered did not come from the form and could redirect mail. */
const choice =
  (offered: (tag: FormTag) => readonly string[], isRequired: (tag: FormTag) => boolean): Rule =>
  (tag, value) => {
    const chosen = several(value).filter((text) => text !== '');
    if (chosen.length === 0) return isRequired(tag) ? 'invalid_required' : null;
    const options = offered(tag);
    return chosen.every((text) => options.includes(text)) ? null : 'invalid_choice';
  };

const rules: Readonly<Partial<Record<BaseType, Rule>>> = {
  text: filled(checkLength),
  email: formatted(isFormEmail, 'invalid_email'),
  url: formatted(isUrl, 'invalid_url'),
  tel: formatted(isTelephone, 'invalid_tel'),
  number,
  range: number,
  date,
  textarea: filled(checkLength),
  select: choice(
    (tag) => selectOptions(tag).map(({ value }) => value),
    (tag) => tag.required,
  ),
  checkbox: choice(shownValues, (tag) => tag.required),
  radio: choice(shownValues, () => true),
  quiz: (tag, _, context) => (context.quizPassed(tag) ? null : 'quiz_answer_not_correct'),
  captchar: (tag, _, context) => (context.challengePassed(tag) ? null : 'captcha_not_match'),
  acceptance: (tag, value, context) =>
    context.acceptanceAsValidation && !isMet(tag, single(value)) ? 'accept_terms' : null,
};

/** True when the checkbox is in the required state; an optional one always is. */
export function isMet(tag: FormTag, value: string): boolean {
  return hasOption(tag, 'optional') || (value !== '') !== hasOption(tag, 'invert');
}

/** The acceptances a visitor did not give. */
export function missingAcceptances(tags: readonly FormTag[], posted: PostedData): readonly FormTag[] {
  return acceptances(tags).filter((tag) => !isMet(tag, single(posted.raw.get(tag.name))));
}

/** The conditions a visitor agreed to, by field, in the text shown to them. */
export function givenConsent(tags: readonly FormTag[], posted: PostedData): ReadonlyMap<string, string> {
  const ticked = acceptances(tags).filter((tag) => single(posted.raw.get(tag.name)) !== '');
  return new Map(ticked.map((tag) => [tag.name, stripMarkup(acceptanceCondition(tag))]));
}

/** False when a field that must be filled in before a submission may be stored is empty. */
export function mayStore(tags: readonly FormTag[], posted: PostedData): boolean {
  const gates = tags.filter((tag) => hasOption(tag, 'consent_for:storage'));
  return gates.every((tag) => [posted.raw.get(tag.name) ?? ''].flat().some((value) => value !== ''));
}

const acceptances = (tags: readonly FormTag[]) =>
  tags.filter((tag) => tag.basetype === 'acceptance' && tag.name !== '');
