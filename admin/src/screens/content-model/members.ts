import type { FieldKind } from '../../api/description.ts';
import type { MetaObject } from './model.ts';

/** The members of a declaration of a field, as its form has them. */
export type MemberName =
  | 'label'
  | 'name'
  | 'kind'
  | 'help'
  | 'required'
  | 'readonly'
  | 'showWhen'
  | 'width'
  | 'default'
  | 'minLength'
  | 'maxLength'
  | 'pattern'
  | 'minimum'
  | 'maximum'
  | 'step'
  | 'choices'
  | 'minItems'
  | 'maxItems'
  | 'mimeTypes'
  | 'to'
  | 'single'
  | 'fields'
  | 'layouts'
  | 'tab'
  | 'group'
  | 'column'
  | 'index'
  | 'mayRead'
  | 'mayWrite';

const ofText = ['default', 'minLength', 'maxLength', 'pattern'] as const;
const ofNumber = ['default', 'minimum', 'maximum', 'step'] as const;
const ofList = ['minItems', 'maxItems'] as const;
const ofRelation = ['to', 'single', ...ofList] as const;

/** What a field has besides the members of every field, by kind. */
export const membersOfKind: Readonly<Record<FieldKind, readonly MemberName[]>> = {
  text: ofText,
  textarea: ofText,
  richtext: ofText,
  email: ofText,
  url: ofText,
  number: ofNumber,
  integer: ofNumber,
  boolean: ['default'],
  choice: ['choices', 'default'],
  choices: ['choices', 'default', ...ofList],
  date: ['default'],
  datetime: ['default'],
  time: ['default'],
  color: ['default'],
  link: [],
  file: ['mimeTypes'],
  image: ['mimeTypes'],
  gallery: ['mimeTypes', ...ofList],
  posts: ofRelation,
  terms: ofRelation,
  users: ofRelation,
  group: ['fields'],
  repeater: ['fields', ...ofList],
  layouts: ['layouts', ...ofList],
  json: ['default'],
};

/** Kinds whose values an index can be kept of. */
const indexed: ReadonlySet<FieldKind> = new Set([
  ...(['text', 'textarea', 'email', 'url', 'choice', 'number', 'integer'] as const),
  ...(['date', 'datetime', 'time', 'color', 'file', 'image', 'posts', 'terms', 'users'] as const),
]);

/** Where a field stands. */
export interface MemberPlace {
  /** Whether it stands inside another field. */
  readonly isInner: boolean;
  /** What it is a field of. */
  readonly object: MetaObject;
  /** The name of the type itself, for relations of a type that has no name yet. */
  readonly self?: string;
}

/** What a relation of a new type leads to where that is the type itself. */
export const selfTarget = '.';

export interface Members {
  /** What is asked of everybody. */
  readonly main: readonly MemberName[];
  /** What few need. */
  readonly more: readonly MemberName[];
}

/** The members of a field of a kind at a place. */
export function membersOf(kind: FieldKind, { isInner, object }: MemberPlace): Members {
  const own: readonly MemberName[] = isInner
    ? []
    : [
        'tab',
        'group',
        ...(object === 'post' ? (['column', ...(indexed.has(kind) ? (['index'] as const) : [])] as const) : []),
        'mayRead',
        'mayWrite',
      ];
  return {
    main: ['label', 'name', 'kind', 'help', 'required', ...membersOfKind[kind]],
    more: ['width', 'readonly', ...own, 'showWhen'],
  };
}

/** What the default of a kind is typed with: the control of the kind itself, or a plainer one. */
export const defaultKind = (kind: FieldKind): FieldKind => plainer[kind] ?? kind;

const plainer: Partial<Record<FieldKind, FieldKind>> = { richtext: 'textarea', email: 'text', url: 'text' };
