import { type BaseType, type TagType, tagTypes } from './tag-types.ts';

/** One tag of a form template, parsed. */
export interface FormTag {
  readonly basetype: BaseType;
  readonly required: boolean;
  /** Empty for tags without a name and for tags whose inside could not be parsed; the latter render as nothing. */
  readonly name: string;
  readonly options: readonly string[];
  /** Quoted values as written. */
  readonly rawValues: readonly string[];
  /** Each value split at its first pipe into what is shown and what is delivered; null for an unparsed inside. */
  readonly pipes: readonly Pipe[] | null;
  /** Text between the opening and the closing tag. */
  readonly content: string;
}

/** What is shown, and what mail and storage get instead. */
export type Pipe = readonly [before: string, after: string];

/** The shown sides of a tag's values. */
export function shownValues(tag: FormTag): readonly string[] {
  return (tag.pipes ?? []).map(([before]) => before);
}

/** What kind of answer the tag takes from a visitor. */
export function answerKind(tag: FormTag): TagType['answer'] {
  return tagTypes[tag.basetype].answer;
}

/** True for a tag that stands for a field of the form: it has a name and takes an answer. */
export function isField(tag: FormTag): boolean {
  return tag.name !== '' && answerKind(tag) !== 'none';
}

/** The tag as the interface shows it. */
export function describeTag(tag: FormTag) {
  const values = shownValues(tag);
  return {
    type: tag.basetype + (tag.required ? '*' : ''),
    basetype: tag.basetype,
    name: tag.name,
    options: [...tag.options],
    raw_values: [...tag.rawValues],
    labels: [...values],
    values: [...values],
    pipes: tag.pipes === null ? null : tag.pipes.map((pipe) => [...pipe]),
    content: tag.content,
  };
}
