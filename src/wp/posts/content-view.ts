import type { Call } from '../../api/call.ts';
import type { ExtraFields } from '../../api/resource/extra-fields.ts';
import { inLaterForm, type Variant } from '../../api/variant.ts';
import type { ItemField } from '../../rules/item-fields.ts';
import type { Post } from '../../storage/rows.ts';
import type { Store } from '../../storage/store.ts';
import type { BlockData, NeededByBlocks } from '../../text/blocks/block-needs.ts';
import { type CachedRenderer, isSelfContained } from '../../text/render/cached-renderer.ts';
import type { NeededMedia } from '../../text/render/needed-media.ts';
import type { KeptTexts, MediaLookup, TextSyntax } from '../../text/render/render-context.ts';
import type { AcfContext } from '../context/acf-context.ts';
import type { OperationContext } from '../context/core-context.ts';
import { type AcfMember, acfMember } from '../fields/acf-member.ts';
import type { ContentKind } from './content-kind.ts';

/** How the interface shows content of any kind. */
export interface ContentDisplay extends TextSyntax {
  readonly variant: Variant;
  /** The path of the collection of each type. */
  readonly collections: ReadonlyMap<string, string>;
  readonly render: CachedRenderer;
  readonly keptTexts: (store: Store) => KeptTexts;
  /** The fields that the site adds to its items. */
  readonly itemFields: readonly ItemField[];
  /** The fields that extensions add to resources. */
  readonly extraFields: ExtraFields;
  /** How the member `acf` is made; left out where there is none. */
  readonly acf?: AcfContext;
  /** Loads the images that texts refer to, all at once. */
  readonly images: (needed: NeededMedia, context: OperationContext) => Promise<MediaLookup>;
  /** Loads what the dynamic blocks of texts need, all at once. */
  readonly blockData: BlockSource;
}

/** A kind of content as the interface shows it. */
export interface ContentView extends ContentDisplay {
  readonly kind: ContentKind;
  /** Path of the collection: `/wp/v2/posts`. */
  readonly path: string;
  /** The member `acf`; null where the type has none. */
  readonly acfMember: AcfMember | null;
  /** Whether the content of a row depends on nothing else: no players, galleries, images or dynamic blocks. */
  readonly isSelfContained: (post: Post) => boolean;
}

export function contentView(kind: ContentKind, display: ContentDisplay): ContentView {
  const known = new WeakMap<Post, boolean>();
  return {
    ...display,
    variant: kind.type.later ? inLaterForm(display.variant) : display.variant,
    kind,
    path: `/wp/v2/${kind.type.restBase}`,
    acfMember: acfMember({ meta: kind.meta, acf: display.acf }, 'post', kind.type.name),
    isSelfContained: (post) => {
      const isKnown = known.get(post);
      if (isKnown !== undefined) return isKnown;
      // A row of which not everything was read has no content.
      const isAlone = isSelfContained(post.content ?? '', display);
      known.set(post, isAlone);
      return isAlone;
    },
  };
}

/** Loads what the dynamic blocks of texts need, all at once. */
export type BlockSource = (needed: NeededByBlocks, call: Call) => Promise<BlockData>;
