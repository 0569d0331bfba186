import { answerKind, type FormTag, shownValues } from '../template/form-tag.ts';
import { hasOption } from '../template/tag-options.ts';

/** Fields as sent in the body: names without `[]`, several values where several were sent. */
export type PostedBody = ReadonlyMap<string, string | readonly string[]>;

/** The visitor's input by field, in template order, followed by any other fields that were sent. */
export interface PostedData {
  /** As selected and typed, before pipes: this is validated. */
  readonly raw: ReadonlyMap<string, string | readonly string[]>;
  /** After pipes and free text: this is mailed and stored. */
  readonly values: ReadonlyMap<string, string | readonly string[]>;
}

/** Reads the body according to the form's tags; names that start with `_` are ours, and challenges are not data. */
export function postedData(tags: readonly FormTag[], body: PostedBody, prefix: string): PostedData {
  const raw = new Map<string, string | readonly string[]>();
  const values = new Map<string, string | readonly string[]>();
  const helpers = new Set<string>();
  for (const tag of tags) {
    if (tag.name === '' || raw.has(tag.name)) continue;
    const kind = answerKind(tag);
    if (kind === 'none' || kind === 'file' || kind === 'challenge') {
      if (kind !== 'none') helpers.add(tag.name);
      continue;
    }
    const answer = readAnswer(kind, body.get(tag.name));
    raw.set(tag.name, answer);
    values.set(tag.name, delivered(tag, answer, freeText(tag, body, prefix)));
    if (kind === 'choice') helpers.add(`${tag.name}_free_text`);
  }
  for (const [name, value] of body) {
    if (name.startsWith('_') || values.has(name) || helpers.has(name)) continue;
    const answer = typeof value === 'string' ? withoutNul(value) : value.map(withoutNul);
    raw.set(name, answer);
    values.set(name, answer);
  }
  return { raw, values };
}

/** A single value out of several: the last one wins. */
export function single(value: string | readonly string[] | undefined): string {
  return typeof value === 'string' ? value : (value?.at(-1) ?? '');
}

/** A value as a list. */
export function several(value: string | readonly string[] | undefined): readonly string[] {
  if (value === undefined) return [];
  return typeof value === 'string' ? [value] : value;
}

function readAnswer(kind: 'line' | 'lines' | 'choice' | 'tick', value: string | readonly string[] | undefined) {
  if (kind === 'choice') return several(value).map((choice) => oneLine(withoutNul(choice)));
  const text = withoutNul(single(value));
  return kind === 'lines' ? text.replace(/\r\n?/g, '\n') : oneLine(text);
}

/** In a single-line field a line break becomes a space. */
const oneLine = (text: string) => text.replace(/\r\n|[\r\n]/g, ' ').trim();

const withoutNul = (text: string) => text.replaceAll('\u0000', '');

/** The free text of a choice group, under its current name or the older one. */
function freeText(tag: FormTag, body: PostedBody, prefix: string): string {
  if (!hasOption(tag, 'free_text')) return '';
  const older = `_${prefix}_${tag.basetype}_free_text_${tag.name}`;
  return oneLine(withoutNul(single(body.get(`${tag.name}_free_text`) ?? body.get(older))));
}

function delivered(tag: FormTag, answer: string | readonly string[], free: string): string | readonly string[] {
  const exchange = (value: string) => tag.pipes?.find(([before]) => before === value)?.[1] ?? value;
  if (typeof answer === 'string') return tag.basetype === 'textarea' ? answer : exchange(answer);
  const last = shownValues(tag).at(-1);
  return answer.map((choice) => (free !== '' && choice === last ? `${exchange(choice)} ${free}` : exchange(choice)));
}
