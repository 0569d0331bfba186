import type { FieldKind } from '../../api/description.ts';

// The form of `GET /platen/v1/content-model`; declarations are written as in the configuration file.

export type FieldDeclared = { readonly kind: FieldKind } & Readonly<Record<string, unknown>>;
export type FieldTable = Readonly<Record<string, FieldDeclared>>;

/** A type or a taxonomy. */
export interface OwnerDeclared {
  readonly name: string;
  readonly labels?: Readonly<Record<string, string>>;
  readonly fields?: FieldTable;
  readonly [member: string]: unknown;
}

export type MetaObject = 'post' | 'term' | 'user' | 'comment';

/** Fields of users, comments and files, or of a type or taxonomy that is declared elsewhere. */
export interface FieldSetDeclared {
  readonly object: MetaObject;
  readonly subtype?: string;
  readonly fields: FieldTable;
}

export interface Declarations {
  readonly postTypes: readonly OwnerDeclared[];
  readonly taxonomies: readonly OwnerDeclared[];
  readonly fieldSets: readonly FieldSetDeclared[];
}

export type Section = keyof Declarations;

/** `database` is what plugins of an adopted site stored there, `site` what was made on these screens. */
export type ModelSource = 'built-in' | 'configuration' | 'extension' | 'database' | 'site';

/** A type or taxonomy that is declared elsewhere. */
export interface FixedOwner {
  readonly name: string;
  readonly source: ModelSource;
  readonly labels: { readonly name: string; readonly singular_name: string };
  readonly fields: readonly string[];
}

export interface FixedFieldSet {
  readonly object: MetaObject;
  readonly subtype: string | null;
  readonly source: ModelSource;
  readonly fields: readonly string[];
}

export interface ContentModel {
  /** Of the state that was loaded; a change is refused when it is not the state any more. */
  readonly version: string | number;
  readonly declarations: Declarations;
  readonly fixed: {
    readonly postTypes: readonly FixedOwner[];
    readonly taxonomies: readonly FixedOwner[];
    readonly fieldSets: readonly FixedFieldSet[];
  };
}

/** Values that a change would leave without a declaration: of a field, or of everything there is of a type. */
export interface Loss {
  readonly object: MetaObject;
  readonly subtype: string | null;
  readonly field: string | null;
  readonly items: number;
}

/** A field that keeps its values under another name. */
export interface Rename {
  readonly object: MetaObject;
  readonly subtype: string | null;
  readonly from: string;
  readonly to: string;
}

export interface ModelChange {
  readonly version: ContentModel['version'];
  readonly declarations: Declarations;
  readonly renames?: readonly Rename[];
  readonly accept_loss?: boolean;
  readonly dry_run?: boolean;
}
