import type { JsonSchema } from '../../schema/json-schema.ts';
import type { Call } from '../call.ts';
import type { Context } from './context.ts';

/** A relation of an item to others, shown under `_links`. */
export interface Link<Subject, Need extends string = never> {
  readonly rel: string;
  /** What must have been loaded before `to` runs. */
  readonly needs?: readonly Need[];
  /** The embedders that targets of this link use; the registry refuses unregistered names. */
  readonly embeds?: readonly string[];
  /** The members that targets have beside `href`. */
  readonly attributes?: Readonly<Record<string, JsonSchema>>;
  /** One target, several, or none for this subject. */
  readonly to: (subject: Subject, call: Call, context: Context) => LinkTarget | readonly LinkTarget[] | null;
}

export interface LinkTarget<Embedder extends string = string> {
  /** Absolute, or a path of the interface that starts with a slash. */
  readonly href: string;
  /** Members beside `href`, such as `taxonomy` or `count`. */
  readonly attributes?: Readonly<Record<string, unknown>>;
  /** The embedder and the key that `_embed` loads. */
  readonly embed?: { readonly from: Embedder; readonly key: number };
}

/** Defines a link whose targets can name only the embedders it declares. */
export function linksOf<Subject, Need extends string = never>() {
  return <const Embedder extends string = never>(
    link: Omit<Link<Subject, Need>, 'embeds' | 'to'> & {
      readonly embeds?: readonly Embedder[];
      readonly to: (
        subject: Subject,
        call: Call,
        context: Context,
      ) => LinkTarget<NoInfer<Embedder>> | readonly LinkTarget<NoInfer<Embedder>>[] | null;
    },
  ): Link<Subject, Need> => link;
}

/** Loads link targets, all keys of a page at once; results are in the order of the keys. */
export type Embedder = (keys: readonly number[], call: Call) => Promise<readonly unknown[]>;
