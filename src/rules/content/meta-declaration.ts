import type { Caller } from '../capabilities.ts';
import type { MetaDefinition, MetaObject, MetaValue } from '../meta-registry.ts';
import type { MetaSchema } from './meta-schema.ts';

/** Who may do something: a capability by its name, or a function of the caller and the id of the item. */
export type MetaPermission = string | ((caller: Caller, ownerId: number) => boolean);

/** A value under `meta`, as its owner declares it. */
export interface MetaFieldDeclaration extends MetaSchema {
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
    ...(mayRead === undefined ? {} : { mayRead: permissionOf(mayRead) }),
    ...(typeof mayRead === 'string' ? { readCapability: mayRead } : {}),
    ...(mayWrite === undefined ? {} : { mayWrite: permissionOf(mayWrite) }),
  };
}

const permissionOf = (permission: MetaPermission) =>
  typeof permission === 'function' ? permission : (caller: Caller) => caller.can(permission);
