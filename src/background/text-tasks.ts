import type { BlockData } from '../text/blocks/block-needs.ts';
import type { BlockText } from '../text/blocks/needed-by-blocks.ts';
import { plainText } from '../text/plain-text.ts';
import { renderers } from '../text/render/cached-renderer.ts';
import type { MediaImage } from '../text/render/image-tag.ts';
import { type NeededMedia, neededMedia } from '../text/render/needed-media.ts';
import type {
  MediaLookup,
  RenderContext,
  RenderCounters,
  RenderedKind,
  RenderedText,
  TextSyntax,
} from '../text/render/render-context.ts';
import {
  storeComment,
  storeDescription,
  storePersonName,
  storePostText,
  storeSettingText,
  storeTermName,
  storeTitle,
  type Writer,
} from '../text/sanitise/store-text.ts';
import type { TextRules } from '../text/text-rules.ts';

/** How a text is cleaned before it is stored, by its kind. */
const cleaners = {
  title: storeTitle,
  postText: storePostText,
  comment: (raw, text, rules) => storeComment(raw, text, text.siteUrl ?? '', rules),
  personName: storePersonName,
  personDescription: (raw, _, rules) => storeDescription(raw, 'person', rules),
  termName: storeTermName,
  termDescription: (raw, _, rules) => storeDescription(raw, 'term', rules),
  setting: storeSettingText,
  plain: plainText,
} satisfies Record<string, (raw: string, text: Cleaning, rules: TextRules) => string>;

/** Who wrote a text, and for which site. */
interface Cleaning extends Writer {
  /** Links in a comment to this URL count as internal. */
  readonly siteUrl?: string;
}

export interface TextToClean extends Cleaning {
  readonly as: keyof typeof cleaners;
  readonly raw: string;
}

export interface TextToSearch {
  readonly raw: string;
  readonly postId: number;
}

/** The rendering context shared by all texts of one response. */
export type SharedContext = Pick<
  RenderContext,
  'siteUrl' | 'serverBase' | 'smilies' | 'isAfterWrite' | 'excerptWords'
> & {
  readonly counters: RenderCounters;
};

export interface TextToRender extends LoadedForTexts {
  readonly as: RenderedKind;
  readonly raw: string;
  readonly postId: number;
}

/** What was loaded before texts are rendered. */
export interface LoadedForTexts {
  readonly media?: LoadedMedia | undefined;
  readonly blockData?: BlockData | undefined;
}

/** The images of a `MediaLookup` as data, so that they can be sent to another thread. */
export interface LoadedMedia {
  readonly images: ReadonlyMap<number, MediaImage>;
  readonly attachedTo: ReadonlyMap<number, readonly MediaImage[]>;
}

/** A task on texts as data: run on the main thread for short texts, in a worker thread for long ones. */
export type TextTask =
  | { readonly do: 'clean'; readonly texts: readonly TextToClean[] }
  | { readonly do: 'findMedia'; readonly texts: readonly TextToSearch[] }
  | { readonly do: 'findBlockNeeds'; readonly texts: readonly BlockText[] }
  | { readonly do: 'styleBlocks'; readonly text: string }
  | { readonly do: 'render'; readonly texts: readonly TextToRender[]; readonly shared: SharedContext };

export interface RenderResult {
  readonly texts: readonly RenderedText[];
  readonly counters: RenderCounters;
}

export function cleanTexts(texts: readonly TextToClean[], rules: TextRules): string[] {
  return texts.map((text) => cleaners[text.as](text.raw, text, rules));
}

/** The images that the texts refer to. */
export function findMedia(texts: readonly TextToSearch[]): NeededMedia {
  const found = texts.map(({ raw, postId }) => neededMedia(raw, postId));
  return {
    images: [...new Set(found.flatMap((needed) => needed.images))],
    attachedTo: [...new Set(found.flatMap((needed) => needed.attachedTo))],
  };
}

/** Renders in the given order: players and galleries are numbered across texts. */
export function renderTexts(texts: readonly TextToRender[], shared: SharedContext, syntax: TextSyntax): RenderResult {
  const counters = { ...shared.counters };
  const made = texts.map(({ as, raw, postId, media, blockData }) => {
    const context: RenderContext = {
      ...shared,
      shortcodes: syntax.shortcodes,
      blocks: syntax.blocks,
      rules: syntax.rules,
      postId,
      counters,
      ...contextOf({ media, blockData }),
    };
    const { render, mayCache } = renderers[as];
    const text = render(raw, context);
    return { text, json: JSON.stringify(text), mayCache: mayCache(raw, context) };
  });
  return { texts: made, counters };
}

/** What was loaded, as rendering looks it up. */
export function contextOf({ media, blockData }: LoadedForTexts): Pick<RenderContext, 'media' | 'blockData'> {
  return { ...(media ? { media: lookupOf(media) } : {}), ...(blockData ? { blockData } : {}) };
}

function lookupOf({ images, attachedTo }: LoadedMedia): MediaLookup {
  return { image: (id) => images.get(id), attachedTo: (postId) => attachedTo.get(postId) ?? [] };
}
