import type { Call } from '../../api/call.ts';
import type { TextWork } from '../../background/text-work.ts';
import { readVisibility } from '../../rules/post-visibility.ts';
import type { TaxonomyType } from '../../rules/taxonomies.ts';
import type { Visibility } from '../../rules/visibility.ts';
import type { NeededByBlocks, NeedMaps } from '../../text/blocks/block-needs.ts';
import type { BlockRegistry } from '../../text/render/render-context.ts';
import type { EmbedSource } from '../context/core-context.ts';
import type { ContentKinds } from '../posts/content-kind.ts';
import type { ContentDisplay } from '../posts/content-view.ts';
import type { FeedSource } from './feed-source.ts';

/** What loading for blocks depends on, besides the call. */
export interface BlockLoading {
  readonly kinds: ContentKinds;
  readonly taxonomies: readonly TaxonomyType[];
  readonly images: ContentDisplay['images'];
  readonly blocks: BlockRegistry;
  readonly textWork: TextWork;
  readonly feeds: FeedSource;
  readonly embeds: EmbedSource;
}

/** The same for one response. */
export interface BlockWork extends BlockLoading {
  readonly call: Call;
  /** What the reader may see. */
  readonly visibility: Visibility;
}

/** Loads what was asked for of some kinds, and adds it to what was loaded before. */
export type BlockLoader = (needed: NeededByBlocks, loaded: NeedMaps<'loaded'>, work: BlockWork) => Promise<void>;

export function blockWork(loading: BlockLoading, call: Call): BlockWork {
  const types = [...loading.kinds].map((kind) => kind.type);
  return { ...loading, call, visibility: readVisibility(call.caller, types) };
}
