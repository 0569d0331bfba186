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

/** The properties of one kind of tag. */
export interface TagType {
  /** May have the `*` of a required field. */
  readonly starred: boolean;
  /** `none` means that the first word after the type is already an option. */
  readonly name: 'needed' | 'none';
  /** The kind of input: none, one line, several lines, selected options, a checkbox, a file, a challenge. */
  readonly answer: 'none' | 'line' | 'lines' | 'choice' | 'tick' | 'file' | 'challenge';
}

/** Every tag of the language. Any other word in brackets is plain text. */
export const tagTypes = {
  text: { starred: true, name: 'needed', answer: 'line' },
  email: { starred: true, name: 'needed', answer: 'line' },
  url: { starred: true, name: 'needed', answer: 'line' },
  tel: { starred: true, name: 'needed', answer: 'line' },
  number: { starred: true, name: 'needed', answer: 'line' },
  range: { starred: true, name: 'needed', answer: 'line' },
  date: { starred: true, name: 'needed', answer: 'line' },
  textarea: { starred: true, name: 'needed', answer: 'lines' },
  select: { starred: true, name: 'needed', answer: 'choice' },
  checkbox: { starred: true, name: 'needed', answer: 'choice' },
  radio: { starred: false, name: 'needed', answer: 'choice' },
  acceptance: { starred: false, name: 'needed', answer: 'tick' },
  quiz: { starred: false, name: 'needed', answer: 'challenge' },
  captchac: { starred: false, name: 'needed', answer: 'none' },
  captchar: { starred: false, name: 'needed', answer: 'challenge' },
  file: { starred: true, name: 'needed', answer: 'file' },
  hidden: { starred: false, name: 'needed', answer: 'line' },
  count: { starred: false, name: 'needed', answer: 'none' },
  response: { starred: false, name: 'none', answer: 'none' },
  submit: { starred: false, name: 'none', answer: 'none' },
} as const satisfies Record<string, TagType>;

/** The name of a kind of tag, without the `*`. */
export type BaseType = keyof typeof tagTypes;

/** True for a word that is a tag type. */
export function isBaseType(word: string): word is BaseType {
  return Object.hasOwn(tagTypes, word);
}
