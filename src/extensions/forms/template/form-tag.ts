import { type BaseType, type TagType, tagTypes } from './tag-types.ts';

/** One tag of a form template, parsed. */
export interface FormTag {
  readonly basetype: BaseType;
  readonly required: boolean;
  /** Empty for tags without a name and for tags whose content could not be parsed; the latter render as nothing. */
  readonly name: string;
  readonly options: readonly string[];
  /** Quoted values as written. */
  readonly rawValues: readonly string[];
  /** Each value split at its first pipe into label and delivered value; null for unparsed content. */
  readonly pipes: readonly Pipe[] | null;
  /** Text between the opening and the closing tag. */
  readonly content: string;
}

/** The label, and the value that mail and storage get instead. */
export type Pipe = readonly [before: string, after: string];

/** The labels of a tag's values. */
export function shownValues(tag: FormTag): readonly string[] {
  return (tag.pipes ?? []).map(([before]) => before);
}

/** The kind of input the tag takes from a visitor. */
export function answerKind(tag: FormTag): TagType['answer'] {
  return tagTypes[tag.basetype].answer;
}

/** True for a tag that is a field of the form: it has a name and takes input. */
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
