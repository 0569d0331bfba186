import type { ContentType } from '../../api/description.ts';
import type { PostEdit } from '../../api/interface.ts';
import type { ContentItem } from '../content/content-kind.ts';
import { knownValues } from '../fields/known-values.ts';
import type { TermKind } from '../terms/term-kind.ts';

/** What the editor changes, in the form in which it is sent. A type has those that it supports. */
export interface EditorFields {
  readonly title: string;
  readonly content: string;
  readonly excerpt: string;
  readonly slug: string;
  readonly status: 'publish' | 'future' | 'draft' | 'pending' | 'private';
  /** Local time of the site, without a zone; empty for the moment of publishing. */
  readonly date: string;
  readonly password: string;
  readonly featured_media: number;
  readonly comment_status: 'open' | 'closed';
  readonly ping_status: 'open' | 'closed';
  readonly author: number;
  readonly template: string;
  readonly sticky: boolean;
  readonly format: PostEdit['format'];
  readonly parent: number;
  readonly menu_order: number;
  /** The terms of each taxonomy, by the member of items that has them. */
  readonly terms: Readonly<Record<string, readonly number[]>>;
  /** The values of declared fields, by their names. */
  readonly meta: Readonly<Record<string, unknown>>;
}

export type FieldName = keyof EditorFields;

/** What the editor reads of an item. */
export interface EditedItem extends ContentItem, Partial<Omit<EditorFields, 'title' | 'content' | 'excerpt' | Read>> {
  readonly content?: { readonly raw: string };
  readonly excerpt?: { readonly raw: string };
  /** Terms, by the member of their taxonomy. */
  readonly [member: string]: unknown;
}

/** Members that are read otherwise than they are written. */
type Read = 'status' | 'date' | 'terms' | 'meta';

/** What a type must have for its items to be edited here. */
export interface EditedKind {
  readonly type: Pick<ContentType, 'fields'>;
  readonly taxonomies: readonly Pick<TermKind, 'restBase'>[];
}

/** What is written, as opposed to what is set. */
export const textNames = ['title', 'content', 'excerpt'] as const satisfies readonly FieldName[];

export type KeptTexts = Pick<EditorFields, (typeof textNames)[number]>;

/** All that versions and autosaves keep: the texts, and declared fields. */
export type Written = KeptTexts & Pick<EditorFields, 'meta'>;

/** The texts, and the declared fields that differ. */
export const writtenOf = (fields: EditorFields, base: EditorFields): Written => ({
  ...textsOf(fields),
  meta: changesOf(fields, base).meta ?? {},
});

export const textsOf = ({ title, content, excerpt }: EditorFields): KeptTexts => ({ title, content, excerpt });

const always: readonly FieldName[] = ['slug', 'status', 'date', 'password', 'template', 'terms', 'meta'];

const supported: Readonly<Record<string, readonly FieldName[]>> = {
  title: ['title'],
  editor: ['content'],
  excerpt: ['excerpt'],
  author: ['author'],
  thumbnail: ['featured_media'],
  comments: ['comment_status', 'ping_status'],
  'page-attributes': ['menu_order'],
  'post-formats': ['format'],
  sticky: ['sticky'],
};

/** The fields of the editor that items of a type have. */
export function fieldNames({ supports, hierarchical }: Pick<ContentType, 'supports' | 'hierarchical'>): FieldName[] {
  return [
    ...always,
    ...supports.flatMap((name) => supported[name] ?? []),
    ...(hierarchical ? ['parent' as const] : []),
  ];
}

export const newFields: EditorFields = {
  title: '',
  content: '',
  excerpt: '',
  slug: '',
  status: 'draft',
  date: '',
  password: '',
  featured_media: 0,
  comment_status: 'open',
  ping_status: 'open',
  author: 0,
  template: '',
  sticky: false,
  format: 'standard',
  parent: 0,
  menu_order: 0,
  terms: {},
  meta: {},
};

/** What something new begins with. */
export function newFieldsOf(kind: EditedKind): EditorFields {
  return { ...newFields, terms: termsOf(kind, {}), meta: knownValues(kind.type.fields) };
}

const statuses: readonly EditorFields['status'][] = ['publish', 'future', 'draft', 'pending', 'private'];

export function fieldsOf(item: EditedItem, kind: EditedKind): EditorFields {
  const known: Partial<EditorFields> = Object.fromEntries(
    Object.keys(newFields).flatMap((name) => (item[name] === undefined ? [] : [[name, item[name]]])),
  );
  return {
    ...newFields,
    ...known,
    title: item.title?.raw ?? '',
    content: item.content?.raw ?? '',
    excerpt: item.excerpt?.raw ?? '',
    status: statuses.find((one) => one === item.status) ?? 'draft',
    date: item.date ?? '',
    terms: termsOf(kind, item),
    meta: knownValues(kind.type.fields, item.meta),
  };
}

function termsOf({ taxonomies }: EditedKind, item: Readonly<Record<string, unknown>>): EditorFields['terms'] {
  return Object.fromEntries(
    taxonomies.map(({ restBase }) => {
      const ids = item[restBase];
      return [restBase, Array.isArray(ids) ? ids.filter((id) => typeof id === 'number') : []];
    }),
  );
}

const isSame = (one: unknown, other: unknown): boolean =>
  one === other || JSON.stringify(one) === JSON.stringify(other);

/** The members that differ. */
function differing<T extends Readonly<Record<string, unknown>>>(values: T, base: T) {
  const names = Object.keys(values).filter((name) => !isSame(values[name], base[name]));
  return Object.fromEntries(names.map((name) => [name, values[name]]));
}

/** What differs: only that is sent, so that nothing else can be changed by accident. */
export function changesOf(fields: EditorFields, base: EditorFields): Partial<EditorFields> {
  const { terms: allTerms, meta: allMeta, ...rest } = fields;
  const { terms: baseTerms, meta: baseMeta, ...baseRest } = base;
  const parts = { terms: differing(allTerms, baseTerms), meta: differing(allMeta, baseMeta) };
  const changedParts = Object.entries(parts).filter(([, part]) => Object.keys(part).length > 0);
  return { ...differing(rest, baseRest), ...Object.fromEntries(changedParts) };
}

/** Fields with changes; of terms and declared fields, those that are not named stay. */
export function withChanges(fields: EditorFields, changes: Partial<EditorFields>): EditorFields {
  return {
    ...fields,
    ...changes,
    terms: changes.terms ? { ...fields.terms, ...changes.terms } : fields.terms,
    meta: changes.meta ? { ...fields.meta, ...changes.meta } : fields.meta,
  };
}
