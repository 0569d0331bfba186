import type { Block } from '../blocks/block.ts';
import type { AskFor, BlockData } from '../blocks/block-needs.ts';
import type { JsonRecord } from '../json.ts';
import type { TextRules } from '../text-rules.ts';
import type { MediaImage } from './image-tag.ts';

/** The images a text asks for; see `neededMedia`. */
export interface MediaLookup {
  readonly image: (id: number) => MediaImage | undefined;
  /** The images attached to a post, in gallery order. */
  readonly attachedTo: (postId: number) => readonly MediaImage[];
}

/** Per-request counters that give players and galleries unique ids. */
export interface RenderCounters {
  audio: number;
  video: number;
  gallery: number;
  /** For the ids of form fields in blocks. */
  block: number;
  /** Comments and threads of comments in blocks, which alternate. */
  comment: number;
  thread: number;
  /** How often each id of a caption was used. */
  readonly captions: Map<string, number>;
}

/** Renders long texts on another thread, so that they do not block other requests. */
export interface RenderElsewhere {
  /** A promise of the rendered text, or undefined where the text is short enough to render here. */
  readonly take: (kind: RenderedKind, raw: string, postId: number) => Promise<RenderedText> | undefined;
}

/** Texts that were rendered before, perhaps by another process. Only those that depend on nothing else are among them. */
export interface KeptTexts {
  /** A promise of the rendered text, or of undefined; undefined itself where the text is not worth looking up. */
  readonly take: (kind: RenderedKind, raw: string, context: RenderContext) => Promise<string | undefined> | undefined;
  /** To be called only for a text that depends on nothing else. */
  readonly keep: (kind: RenderedKind, raw: string, context: RenderContext, text: string) => void;
}

/** The ways a stored text is shown. */
export type RenderedKind = 'title' | 'content' | 'excerpt' | 'madeExcerpt' | 'comment' | 'blocks';

/** A text rendered on another thread, plain and encoded as JSON. */
export interface RenderedText {
  readonly text: string;
  readonly json: string;
  /** Whether the result depends only on the text and the site's options. */
  readonly mayCache: boolean;
}

/** The attributes of one shortcode tag; names are lower-cased, and the last value of a name wins. */
export type ShortcodeAttributes = Readonly<Record<string, string>>;

/** Turns one shortcode into HTML. The body is undefined for a shortcode without a closing tag. */
export type ShortcodeHandler = (
  attributes: ShortcodeAttributes,
  body: string | undefined,
  context: RenderContext,
  name: string,
) => string;

/** The known shortcodes by name. Immutable: `with` returns a new registry. */
export interface ShortcodeRegistry {
  readonly get: (name: string) => ShortcodeHandler | undefined;
  readonly has: (name: string) => boolean;
  readonly with: (more: Readonly<Record<string, ShortcodeHandler>>) => ShortcodeRegistry;
}

/** Renders the blocks of one name. */
export interface BlockRenderer {
  /** The name with its namespace: `core/latest-posts`. */
  readonly name: string;
  /** Whether the HTML depends on more than the block and the site's options; its text is then not cached. */
  readonly isDynamic?: true;
  /** The name of an attribute with which a block that is not dynamic depends on more as well. */
  readonly dynamicWith?: string;
  /** Asks for what has to be loaded before a dynamic block can be rendered. */
  readonly needs?: (block: Block, ask: AskFor, scope: BlockScope) => void;
  /** What the block provides to the blocks in it, by name. */
  readonly provides?: (block: Block) => JsonRecord;
  /** Whether it renders its inner blocks itself with `context.renderInner`, as a loop does; `inner` is then empty. */
  readonly ownsInner?: true;
  /** Changes the HTML that the block begins with, up to its first inner block. */
  readonly opening?: (html: string, block: Block, context: BlockContext) => string;
  /**
   * The HTML of a block; left out where it is `inner`. `inner` is its own HTML with its inner blocks in place. It may be very long: it is put
   * somewhere, and never searched, since a text may have many blocks in one another.
   */
  readonly render?: (block: Block, inner: string, context: BlockContext) => string;
}

/** Where a block is. */
export interface BlockScope {
  /** The post the block is shown for. */
  readonly postId: number;
  /** What the blocks around it provide; the innermost of a name counts. */
  readonly provided: JsonRecord;
}

/** All that rendering a block depends on besides the block. */
export interface BlockContext extends RenderContext, BlockScope {
  /** Renders blocks once more, for another post or with more provided. Gives nothing once a text does it too often. */
  readonly renderInner: (blocks: readonly Block[], scope?: Partial<BlockScope>) => string;
}

/** The known blocks by name. Immutable: `with` returns a new registry. */
export interface BlockRegistry {
  readonly get: (name: string) => BlockRenderer | undefined;
  readonly with: (more: readonly BlockRenderer[]) => BlockRegistry;
}

/** All that rendering depends on besides the text. */
export interface RenderContext {
  /** The site's URL without a trailing slash. */
  readonly siteUrl: string;
  /** What goes before a path of the server in a text, such as `/blog`; empty for a site at the root of its host. */
  readonly serverBase?: string;
  /** Whether text smilies such as `:)` become emoji. */
  readonly smilies: boolean;
  readonly shortcodes: ShortcodeRegistry;
  readonly blocks: BlockRegistry;
  readonly rules: TextRules;
  /** The post the text belongs to; 0 where there is none. */
  readonly postId: number;
  readonly counters: RenderCounters;
  readonly media?: MediaLookup;
  /** What was loaded for dynamic blocks; see `neededByBlocks`. */
  readonly blockData?: BlockData;
  /** Set for the shortcodes of a text with blocks: its galleries and captions have the markup of today. */
  readonly isBlockText?: true;
  /** Set for the answer to a write in variants that count its texts twice. */
  readonly isAfterWrite?: true;
  /** How many words an excerpt that is made has, where a request says so. */
  readonly excerptWords?: number;
  /** If left out, every text is rendered synchronously. */
  readonly elsewhere?: RenderElsewhere;
  /** If left out, what is not cached is rendered. */
  readonly kept?: KeptTexts;
}

/** What a text may hold besides HTML. */
export type TextSyntax = Pick<RenderContext, 'shortcodes' | 'blocks' | 'rules'>;

/** Fresh counters, one per request. */
export const createCounters = (): RenderCounters => ({
  audio: 0,
  video: 0,
  gallery: 0,
  block: 0,
  comment: 0,
  thread: 0,
  captions: new Map(),
});
