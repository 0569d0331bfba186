/** The fields that the builder offers, in the order of its buttons. */
export const tagKinds = [
  'text',
  'email',
  'tel',
  'url',
  'number',
  'date',
  'textarea',
  'select',
  'checkbox',
  'radio',
  'acceptance',
  'quiz',
  'file',
  'submit',
] as const;
export type TagKind = (typeof tagKinds)[number];

/** What is asked about a field before its tag is written. */
export interface TagDraft {
  readonly kind: TagKind;
  readonly label: string;
  readonly name: string;
  readonly isRequired: boolean;
  readonly placeholder: string;
  /** One per line; for a quiz `question|answer`. */
  readonly choices: string;
  /** Endings of files, such as `pdf, jpg`. */
  readonly fileTypes: string;
  readonly megabytes: number;
}

export const hasChoices = (kind: TagKind): boolean => ['select', 'checkbox', 'radio', 'quiz'].includes(kind);
export const hasPlaceholder = (kind: TagKind): boolean =>
  ['text', 'email', 'tel', 'url', 'number', 'date', 'textarea'].includes(kind);
export const mayBeRequired = (kind: TagKind): boolean => !['radio', 'acceptance', 'quiz', 'submit'].includes(kind);
export const hasName = (kind: TagKind): boolean => kind !== 'submit';

/** A letter, then letters, digits and a few signs: everything else would not be read as a tag. */
export const isTagName = (name: string): boolean => /^[A-Za-z][\w:.-]*$/.test(name);

/** A name for a new field that no other field of the text has. */
export function freeName(kind: TagKind, text: string): string {
  for (let number = 0; ; number += 1) {
    const name = number === 0 ? kind : `${kind}-${number}`;
    if (!new RegExp(`\\[\\w+\\*?\\s+${name}[\\s\\]]`).test(text)) return name;
  }
}

/** The text that the builder puts into a form: the tag within its label. */
export function tagText(draft: TagDraft): string {
  const { kind, label, name, isRequired } = draft;
  if (kind === 'submit') return `[submit ${quoted(label || 'Send')}]`;
  const star = isRequired && mayBeRequired(kind) ? '*' : '';
  const head = `${kind}${star} ${name}`;
  if (kind === 'acceptance') return `[acceptance ${name}]${plain(label)}[/acceptance]`;
  const words = [head, ...options(draft)].join(' ');
  // A group of boxes has a label for each box; it cannot be inside another label.
  if (kind === 'checkbox' || kind === 'radio') return `<p>${plain(label)}</p>\n[${words}]`;
  return `<label>${plain(label)}\n[${words}]</label>`;
}

function options({ kind, placeholder, choices, fileTypes, megabytes }: TagDraft): string[] {
  if (hasChoices(kind))
    return [...(kind === 'checkbox' || kind === 'radio' ? ['use_label_element'] : []), ...lines(choices).map(quoted)];
  if (kind === 'file') {
    const types = fileTypes.toLowerCase().match(/[a-z0-9]+/g) ?? [];
    return [
      ...(megabytes > 0 ? [`limit:${megabytes}mb`] : []),
      ...(types.length > 0 ? [`filetypes:${types.join('|')}`] : []),
    ];
  }
  return placeholder.trim() ? ['placeholder', quoted(placeholder.trim())] : [];
}

const lines = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

/** A value cannot hold the sign that it is quoted with. */
function quoted(text: string): string {
  if (!text.includes('"')) return `"${text}"`;
  return text.includes("'") ? `"${text.replaceAll('"', '”')}"` : `'${text}'`;
}

const plain = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('[', '&#91;');
