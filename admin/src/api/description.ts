// The form of `GET /platen/v1/types`.

export type FieldKind =
  | 'text'
  | 'textarea'
  | 'richtext'
  | 'number'
  | 'integer'
  | 'boolean'
  | 'choice'
  | 'choices'
  | 'date'
  | 'datetime'
  | 'time'
  | 'color'
  | 'link'
  | 'email'
  | 'url'
  | 'file'
  | 'image'
  | 'gallery'
  | 'posts'
  | 'terms'
  | 'users'
  | 'group'
  | 'repeater'
  | 'layouts'
  | 'json';

export interface Condition {
  /** The name of a field beside it. */
  readonly field: string;
  readonly operator: '==' | '!=' | '>' | '<' | 'contains' | 'empty' | 'not_empty';
  readonly value: unknown;
}

/** A value under `meta`, or inside one, with what its control needs to know. */
export interface Field {
  readonly name: string;
  readonly kind: FieldKind;
  readonly label: string;
  readonly help: string;
  readonly required: boolean;
  readonly readonly: boolean;
  /** Null where none is declared. */
  readonly default: unknown;
  readonly minimum: number | null;
  readonly maximum: number | null;
  readonly step: number | null;
  readonly min_length: number | null;
  readonly max_length: number | null;
  readonly min_items: number | null;
  readonly max_items: number | null;
  readonly choices: readonly { readonly value: string; readonly label: string }[];
  /** What a relation leads to: types, taxonomies or roles; empty for all. */
  readonly to: readonly string[];
  readonly multiple: boolean;
  readonly mime_types: readonly string[];
  /** Any of these lists, in which everything must hold; empty where it is always shown. */
  readonly show_when: readonly (readonly Condition[])[];
  /** Of the row that it stands in, in per cent. */
  readonly width: number;
  readonly tab: string;
  readonly group: string;
  readonly fields: readonly Field[];
  readonly layouts: readonly Layout[];
}

/** One of the kinds of rows that a field of layouts can have. */
export interface Layout {
  readonly name: string;
  readonly label: string;
  readonly fields: readonly Field[];
}

export interface Tab {
  readonly name: string;
  readonly label: string;
}

export type Labels = Readonly<Record<string, string | null>> & {
  readonly name: string;
  readonly singular_name: string;
};

type Source = 'built-in' | 'configuration' | 'extension' | 'database' | 'site';

/** A type of content. */
export interface ContentType {
  readonly name: string;
  readonly rest_path: string;
  readonly labels: Labels;
  readonly description: string;
  /** A name of lucide; empty where none was declared. */
  readonly icon: string;
  readonly hierarchical: boolean;
  readonly public: boolean;
  readonly source: Source;
  readonly supports: readonly string[];
  readonly taxonomies: readonly string[];
  readonly capabilities: Readonly<Record<'edit' | 'publish' | 'edit_others' | 'delete', string>>;
  /** The names of the fields that lists show. */
  readonly columns: readonly string[];
  readonly tabs: readonly Tab[];
  readonly fields: readonly Field[];
}

export interface Taxonomy {
  readonly name: string;
  readonly rest_path: string;
  readonly labels: Labels;
  readonly description: string;
  readonly hierarchical: boolean;
  readonly source: Source;
  readonly types: readonly string[];
  readonly capabilities: Readonly<Record<'manage' | 'edit' | 'delete' | 'assign', string>>;
  readonly fields: readonly Field[];
}

/** The types, taxonomies and fields of the site, as far as this account may edit them. */
export interface Declared {
  readonly types: readonly ContentType[];
  readonly taxonomies: readonly Taxonomy[];
  readonly user_fields: readonly Field[];
  readonly comment_fields: readonly Field[];
  readonly attachment_fields: readonly Field[];
}
