import type { Variant } from '../api/variant.ts';
import type { MetaRegistry } from '../content/meta-registry.ts';
import { isShown as isShownType, type PostType, type Support, supports } from '../content/post-types.ts';
import { isShown, type TaxonomyType } from '../content/taxonomies.ts';
import { type CachedRenderer, createCachedRenderer } from '../content/text/cached-renderer.ts';
import type { NeededMedia } from '../content/text/needed-media.ts';
import type { MediaLookup } from '../content/text/render-context.ts';
import type { ShortcodeRegistry } from '../content/text/shortcodes.ts';
import type { TextCache } from '../content/text/text-cache.ts';
import { type ContentSights, createContentSights } from './content-sights.ts';
import type { ContentWork } from './content-work.ts';

/** What the kinds of content are built from; the composition root brings it. */
export interface ContentParts {
  readonly variant: Variant;
  readonly types: readonly PostType[];
  readonly taxonomies: readonly TaxonomyType[];
  readonly meta: MetaRegistry;
  readonly textCache: TextCache;
  readonly shortcodes: ShortcodeRegistry;
  /** Fetches the images that texts show, all at once; without it they are rendered as if the library were empty. */
  readonly images?: (needed: NeededMedia, work: ContentWork) => Promise<MediaLookup>;
}

export type ShownTaxonomy = TaxonomyType & { readonly restBase: string };

/** What sets one kind of content apart from the others beside what its type says. */
export interface ContentTraits {
  /** The state that everyone may ask a list for, and that it shows where nobody asks. */
  readonly openStatus: string;
  /** Whether rows can be kept on top of the site's front page. */
  readonly sticky: boolean;
  /** Whether new rows take the site's settings for comments and pings; closed where they do not. */
  readonly siteDiscussion: { readonly comments: boolean; readonly pings: boolean };
}

/** A kind of content as shared code reads it: facts, never names. */
export interface ContentKind extends ContentTraits {
  readonly type: PostType & { readonly restBase: string };
  /** Path of the collection: `/wp/v2/posts`. */
  readonly path: string;
  /** Taxonomies whose terms the interface shows on this kind. */
  readonly taxonomies: readonly ShownTaxonomy[];
  readonly sights: ContentSights;
  readonly render: CachedRenderer;
  readonly parts: ContentParts;
  supports(what: Support): boolean;
}

/** Makes a kind out of the type of that name. */
export function contentKind(typeName: string, traits: ContentTraits, parts: ContentParts): ContentKind {
  const type = parts.types.find((one) => one.name === typeName);
  if (!type || !isShownType(type)) throw new Error(`There is no type ${typeName} that the interface shows.`);
  return {
    ...traits,
    type,
    path: `/wp/v2/${type.restBase}`,
    taxonomies: parts.taxonomies.filter((one) => one.types.includes(typeName)).filter(isShown),
    sights: createContentSights(type, parts.types.filter(isShownType)),
    render: createCachedRenderer(parts.textCache),
    parts,
    supports: (what) => supports(type, what),
  };
}
