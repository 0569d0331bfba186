import type { Visibility } from '../../rules/visibility.ts';

/** A condition on posts as a tree. Every leaf has the type of the column or key that it compares. */
export type PostExpression =
  | { readonly kind: 'and' | 'or'; readonly of: readonly PostExpression[] }
  | { readonly kind: 'not'; readonly of: PostExpression }
  | ({ readonly kind: 'column' } & ColumnComparison)
  /** The post has at least one of these terms. */
  | { readonly kind: 'terms'; readonly group: TermGroup }
  | TextExpression
  | TextInExpression
  | MetaExpression;

export interface TermGroup {
  readonly taxonomy: string;
  readonly termIds: readonly number[];
}

export type Range = '<' | '<=' | '>' | '>=';

/** `in` has at least one of the values; a range has one limit. */
export type Comparison<V extends string | number> =
  | { readonly is: 'in'; readonly values: readonly V[] }
  | { readonly is: Range; readonly value: V };

export type ColumnComparison =
  | { readonly column: 'id' | 'author' | 'parent' | 'menuOrder'; readonly compared: Comparison<number> }
  | { readonly column: 'date' | 'modified'; readonly compared: Comparison<string> }
  | {
      readonly column: 'slug' | 'status' | 'type';
      readonly compared: Extract<Comparison<string>, { readonly is: 'in' }>;
    };

/** Each of the words occurs in title, excerpt or content; case and accents are ignored. */
export interface TextExpression {
  readonly kind: 'text';
  readonly words: readonly string[];
  /** The rows whose texts may be searched although they have a password. */
  readonly open: Visibility;
}

/** A word occurs in one of the columns, or is all that one of them holds; case and accents are ignored. */
export interface TextInExpression {
  readonly kind: 'textIn';
  readonly columns: readonly SearchableColumn[];
  readonly word: string;
  readonly is: 'contained' | 'whole';
}

export type SearchableColumn = 'title' | 'content' | 'excerpt';

export interface MetaExpression {
  readonly kind: 'meta';
  readonly key: MetaKey;
  readonly compared: MetaComparison;
}

export type MetaComparison =
  | Comparison<string>
  | Comparison<number>
  /** A boolean: any text but a few means true. */
  | { readonly is: 'true' }
  /** The text occurs in the stored one; case and accents are ignored. */
  | { readonly is: 'contains'; readonly text: string }
  /** There is a stored value. */
  | { readonly is: 'stored' };

/** A registered key of posts, with the type of its values. */
export interface MetaKey {
  readonly name: string;
  readonly type: 'text' | 'number' | 'boolean';
  /** Whether the site keeps an index of its values. */
  readonly isIndexed: boolean;
}

/** Why a list was not read: no index narrows it to as many rows as may be read. */
export interface TooBroad {
  /** The keys that would narrow it, had they an index. */
  readonly missing: readonly string[];
  readonly most: number;
}
