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
