import type { Context } from '../api/resource/context.ts';
import type { HookComment, HookPost, HookTerm, HookUser } from '../hooks/hook-items.ts';
import type { Caller } from '../rules/capabilities.ts';
import type { Site } from '../rules/site.ts';
import type { ArgumentValue, Schema } from '../schema/schema.ts';
import type { OwnTable, Rows } from '../storage/store.ts';

/** A post of any type, media included, with its texts. */
export interface FieldPost extends HookPost {
  readonly content: string;
  readonly excerpt: string;
  /** Whether its texts are shown only to those who know a password: a field must not give them away. */
  readonly isProtected: boolean;
}

/** What a field gets, by what it belongs to. */
export interface FieldItems {
  readonly post: FieldPost;
  readonly term: HookTerm;
  readonly user: HookUser;
  readonly comment: HookComment;
}

export type FieldOwner = keyof FieldItems;

/** Who asks for the field. */
export interface FieldCall {
  readonly caller: Caller;
  readonly site: Site;
  /** The rows of a table that the extension declares. */
  readonly table: <Row extends object>(table: OwnTable<Row>) => Rows<Row>;
  /** The stored values of one meta key of these items, by id; items without one are left out. Whether the caller may see them is yours to decide. */
  readonly meta: (key: string) => Promise<ReadonlyMap<number, readonly string[]>>;
  readonly signal: AbortSignal;
}

/** A read-only member of a resource, loaded for a whole page of items at once. */
export interface ExtensionField {
  readonly of: FieldOwner;
  readonly schema: Schema;
  readonly contexts: readonly Context[];
  /** The items have the type that belongs to `of`. */
  readonly load: (items: readonly never[], call: FieldCall) => Promise<readonly unknown[]> | readonly unknown[];
}

interface FieldDefinition<Item, Value> {
  readonly schema: Schema<Value>;
  /** In which contexts it is shown; `view` and `edit` if left out. */
  readonly contexts?: readonly Context[];
  /** One value for each item, in their order; null where there is none. */
  readonly load: (
    items: readonly Item[],
    call: FieldCall,
  ) => Promise<readonly (Value | null)[]> | readonly (Value | null)[];
}

const usualContexts: readonly Context[] = ['view', 'edit'];

const maker =
  <Owner extends FieldOwner>(of: Owner) =>
  <Value extends ArgumentValue>(definition: FieldDefinition<FieldItems[Owner], Value>): ExtensionField => ({
    of,
    schema: definition.schema,
    contexts: definition.contexts ?? usualContexts,
    load: definition.load,
  });

/** A field of a post type, media included. */
export const postField = maker('post');
/** A field of the terms of a taxonomy. */
export const termField = maker('term');
/** A field of `user`. */
export const userField = maker('user');
/** A field of `comment`. */
export const commentField = maker('comment');
