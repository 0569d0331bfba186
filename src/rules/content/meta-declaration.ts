import { fieldOfMeta } from '../fields/field-of-meta.ts';
import { type MetaPermission, permissionOf } from '../meta-permission.ts';
import type { MetaDefinition, MetaObject } from '../meta-registry.ts';
import type { FieldRules, MetaSchema, MetaValue } from '../meta-schema.ts';

/** A value under `meta`, as its owner declares it. */
export interface MetaFieldDeclaration extends Omit<MetaSchema, keyof FieldRules> {
  /** One value, or a list of values in rows of their own. Default: one. */
  readonly single?: boolean;
  /** What reads where nothing is stored. */
  readonly default?: MetaValue;
  /** Whether the interface shows and writes it. Default: true. */
  readonly showInRest?: boolean;
  /** Who may read it. Default: everyone who may read the item. */
  readonly mayRead?: MetaPermission;
  /** Keeps an index of its values, so that large lists can be narrowed and ordered by it. Texts and numbers of posts. */
  readonly index?: boolean;
  /** Who may change it. Default: everyone who may edit the item, but nobody for keys that begin with `_`. */
  readonly mayWrite?: MetaPermission;
}

/** A value under `meta` of posts, terms, users or comments. */
export interface MetaDeclaration extends MetaFieldDeclaration {
  readonly key: string;
  readonly object: MetaObject;
  /** Post type or taxonomy; if left out, the key belongs to all of them. */
  readonly subtype?: string;
}

/** The definition of a declared key. */
export function metaFrom(declaration: MetaDeclaration): MetaDefinition {
  const { mayRead, mayWrite, single = true, showInRest: _shown, ...rest } = declaration;
  return {
    ...rest,
    single,
    field: fieldOfMeta(declaration),
    ...(mayRead === undefined ? {} : { mayRead: permissionOf(mayRead) }),
    ...(typeof mayRead === 'string' ? { readCapability: mayRead } : {}),
    ...(mayWrite === undefined ? {} : { mayWrite: permissionOf(mayWrite) }),
  };
}
