import type { MetaPermission } from '../meta-permission.ts';
import type { MetaValue } from '../meta-schema.ts';
import type { FieldCondition } from './show-when.ts';

/** What a field is for people: how it is edited, and which values it has. */
export const fieldKinds = [
  'text',
  'textarea',
  'richtext',
  'number',
  'integer',
  'boolean',
  'choice',
  'choices',
  'date',
  'datetime',
  'time',
  'color',
  'link',
  'email',
  'url',
  'file',
  'image',
  'gallery',
  'posts',
  'terms',
  'users',
  'group',
  'repeater',
  'layouts',
  'json',
] as const;

export type FieldKind = (typeof fieldKinds)[number];

/** One of the values of a choice, with the word that people see; a text alone is both. */
export type Choice = string | { readonly value: string; readonly label: string };

/** One form of the rows of a field of the kind `layouts`. */
export interface FieldLayout {
  readonly label?: string;
  readonly fields: Readonly<Record<string, SubField>>;
}

/** Members of every field. */
interface EveryField {
  /** Default: made from the name. */
  readonly label?: string;
  /** A sentence that helps whoever fills it in. */
  readonly help?: string;
  /** Whether published items must have a value. */
  readonly required?: boolean;
  /** Shown, and never changed through the interface. */
  readonly readonly?: boolean;
  /** Lists of conditions, of which one list must hold as a whole. A field that is not shown is not required. */
  readonly showWhen?: readonly (readonly FieldCondition[])[];
  /** Per cent of the row in a form. Default: 100. */
  readonly width?: number;
}

interface ListLimits {
  readonly minItems?: number;
  readonly maxItems?: number;
}

interface TextField extends EveryField {
  readonly kind: 'text' | 'textarea' | 'richtext' | 'email' | 'url';
  readonly default?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  /** A regular expression that the whole text matches. */
  readonly pattern?: string;
}

interface NumberField extends EveryField {
  readonly kind: 'number' | 'integer';
  readonly default?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  /** By how much the buttons of a form change it; any number is accepted. */
  readonly step?: number;
}

interface BooleanField extends EveryField {
  readonly kind: 'boolean';
  readonly default?: boolean;
}

interface ChoiceField extends EveryField {
  readonly kind: 'choice';
  readonly choices: readonly Choice[];
  /** Whether other texts are accepted as well. */
  readonly open?: boolean;
  readonly default?: string;
}

interface ChoicesField extends EveryField, ListLimits {
  readonly kind: 'choices';
  readonly choices: readonly Choice[];
  /** Whether other texts are accepted as well. */
  readonly open?: boolean;
  readonly default?: readonly string[];
}

interface FormattedField extends EveryField {
  readonly kind: 'date' | 'datetime' | 'time' | 'color';
  readonly default?: string;
}

interface LinkField extends EveryField {
  readonly kind: 'link';
}

interface FileField extends EveryField {
  readonly kind: 'file' | 'image';
  /** Such as `application/pdf` and `image/*`. Default: every file, or every picture. */
  readonly mimeTypes?: readonly string[];
}

interface GalleryField extends EveryField, ListLimits {
  readonly kind: 'gallery';
  readonly mimeTypes?: readonly string[];
}

interface RelationField extends EveryField, ListLimits {
  readonly kind: 'posts' | 'terms' | 'users';
  /** Names of types, taxonomies or roles. Default: all that the interface shows. */
  readonly to?: readonly string[];
  /** A list of ids, or one id. Default: a list. */
  readonly multiple?: boolean;
}

interface GroupField extends EveryField {
  readonly kind: 'group';
  readonly fields: Readonly<Record<string, SubField>>;
}

interface RepeaterField extends EveryField, ListLimits {
  readonly kind: 'repeater';
  readonly fields: Readonly<Record<string, SubField>>;
}

interface LayoutsField extends EveryField, ListLimits {
  readonly kind: 'layouts';
  readonly layouts: Readonly<Record<string, FieldLayout>>;
}

interface JsonField extends EveryField {
  readonly kind: 'json';
  readonly default?: MetaValue;
}

/** A field inside another one. */
export type SubField =
  | TextField
  | NumberField
  | BooleanField
  | ChoiceField
  | ChoicesField
  | FormattedField
  | LinkField
  | FileField
  | GalleryField
  | RelationField
  | GroupField
  | RepeaterField
  | LayoutsField
  | JsonField;

/** What only the fields of an item itself have. */
interface OwnMembers {
  /** The name of the tab of the form; the type gives tabs their labels. */
  readonly tab?: string;
  /** The heading in the form that it stands below. */
  readonly group?: string;
  /** Whether lists show it. */
  readonly column?: boolean;
  /** Keeps an index of its values, so that large lists can be narrowed and ordered by it. Texts and numbers of posts. */
  readonly index?: boolean;
  /** Who may read it. Default: everyone who may read the item. */
  readonly mayRead?: MetaPermission;
  /** Who may change it. Default: everyone who may edit the item, but nobody for names that begin with `_`. */
  readonly mayWrite?: MetaPermission;
}

/** A value of an item with all that storing, checking, describing and editing it takes. */
export type FieldDeclaration = SubField & OwnMembers;

/** Fields by name; the name is the key under `meta`. */
export type FieldTable = Readonly<Record<string, FieldDeclaration>>;

/** A field of any kind, for what asks the same of all of them. */
export interface AnyField extends EveryField, ListLimits, OwnMembers {
  readonly kind: FieldKind;
  readonly default?: MetaValue;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly step?: number;
  readonly choices?: readonly Choice[];
  readonly open?: boolean;
  readonly to?: readonly string[];
  readonly multiple?: boolean;
  readonly mimeTypes?: readonly string[];
  readonly fields?: Readonly<Record<string, AnyField>>;
  readonly layouts?: Readonly<
    Record<string, { readonly label?: string; readonly fields: Readonly<Record<string, AnyField>> }>
  >;
}

/** Words for people, made from a name for programs: `unit_price` is `Unit price`. */
export function labelFrom(name: string): string {
  const words = name.replace(/[_-]+/g, ' ').trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
