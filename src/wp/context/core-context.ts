import type { Call } from '../../api/call.ts';
import type { ExtraFields } from '../../api/resource/extra-fields.ts';
import type { Variant } from '../../api/variant.ts';
import type { RoleSource } from '../../auth/identity.ts';
import type { Hooks } from '../../background/hooks.ts';
import type { TextWork } from '../../background/text-work.ts';
import type { Fetcher } from '../../lib/fetcher.ts';
import type { Downloads } from '../../media/downloads.ts';
import type { MediaContext } from '../../media/media-library.ts';
import type { OptionPage } from '../../rules/acf/option-page.ts';
import type { Caller } from '../../rules/capabilities.ts';
import type { ItemField } from '../../rules/item-fields.ts';
import type { MetaRegistry } from '../../rules/meta-registry.ts';
import type { PostType } from '../../rules/post-types.ts';
import type { Site } from '../../rules/site.ts';
import type { TaxonomyType } from '../../rules/taxonomies.ts';
import type { Store } from '../../storage/store.ts';
import type { KeptTexts, TextSyntax } from '../../text/render/render-context.ts';
import type { TextCache } from '../../text/render/text-cache.ts';
import type { AcfContext } from './acf-context.ts';

/** The dependencies of the core's resources; built once by the composition root. */
export interface CoreContext extends MediaContext, TextSyntax {
  readonly variant: Variant;
  readonly types: readonly PostType[];
  readonly taxonomies: readonly TaxonomyType[];
  readonly meta: MetaRegistry;
  /** Pages of settings that ACF stored. */
  readonly optionPages: readonly OptionPage[];
  readonly itemFields: readonly ItemField[];
  /** How the member `acf` of items is made. */
  readonly acf: AcfContext;
  /** The fields that extensions add to resources. */
  readonly extraFields: ExtraFields;
  readonly textCache: TextCache;
  /** The texts that were rendered before; the store is that of a call. */
  readonly keptTexts: (store: Store) => KeptTexts;
  readonly textWork: TextWork;
  readonly roles: RoleSource;
  /** The one way out to other hosts. */
  readonly fetch: Fetcher;
  /** How files of other hosts are fetched. */
  readonly downloads: Downloads;
  /**
   * Finds HTML for addresses of other sites, by address; those that are not known, or not known yet, are left out. It
   * reads through the call, so that a cached response is made again when an answer comes later.
   */
  readonly embeds: EmbedSource;
  /** The places for menus, with a description each; those that the theme of an existing site uses come besides. */
  readonly menuLocations: Readonly<Record<string, string>>;
  readonly comments: CommentOptions;
}

export interface CommentOptions {
  /** Minimum seconds between two comments of a visitor; 0 disables the check. */
  readonly floodSeconds: number;
  readonly anonymous: boolean;
}

export type EmbedSource = (
  addresses: readonly string[],
  call: Pick<Call, 'store' | 'request'>,
) => Promise<ReadonlyMap<string, string>>;

/** The dependencies of an operation on content. Supplied by requests, the importer, the command line and timers. */
export interface OperationContext {
  readonly store: Store;
  readonly site: Site;
  readonly caller: Caller;
  /** Milliseconds since the epoch. */
  readonly now: number;
  /** The hooks of extensions; null if nobody listens. */
  readonly hooks: Hooks | null;
}

/**
 * Runs an operation in a transaction: its context has the store of the transaction, and hooks that ask nobody any more.
 */
export async function inTransaction<T>(
  work: OperationContext,
  run: (work: OperationContext) => Promise<T>,
): Promise<T> {
  const { site, caller, now, hooks } = work;
  const inside = hooks?.inside() ?? null;
  const result = await work.store.transaction((store) => run({ store, site, caller, now, hooks: inside }));
  hooks?.wake();
  return result;
}
