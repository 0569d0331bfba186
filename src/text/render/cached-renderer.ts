import { andThen, type MaybePromise } from '../../lib/maybe-promise.ts';
import { embedsAddress, mentionsDynamicBlock } from '../blocks/needed-by-blocks.ts';
import type { JsonText } from '../json-text.ts';
import { mayBePlayed } from '../shortcodes/players.ts';
import { mentionsShortcode } from '../shortcodes/shortcodes.ts';
import type { TextRules } from '../text-rules.ts';
import { makeExcerpt, renderBlocksAlone, renderComment, renderContent, renderExcerpt, renderTitle } from './render.ts';
import type { BlockRegistry, RenderContext, RenderedKind, ShortcodeRegistry, TextSyntax } from './render-context.ts';
import { RenderedText, type TextCache } from './text-cache.ts';

type Render<Made> = (raw: string, context: RenderContext) => Made;

/** The render functions, each with a cache in front of it. */
export interface CachedRenderer extends Rendered<string> {
  /** The same functions, with the result already encoded as JSON. */
  readonly json: Rendered<JsonText>;
}

type Rendered<Made> = Readonly<Record<RenderedKind, Render<MaybePromise<Made>>>>;

interface Renderer {
  readonly render: Render<string>;
  /** Whether the result depends only on the text and the site's options. */
  readonly mayCache: (raw: string, context: RenderContext) => boolean;
}

const always = () => true;
/** The uncached render functions by kind of text. */
export const renderers: Readonly<Record<RenderedKind, Renderer>> = {
  title: { render: renderTitle, mayCache: always },
  content: { render: renderContent, mayCache: isSelfContained },
  excerpt: { render: renderExcerpt, mayCache: always },
  madeExcerpt: { render: makeExcerpt, mayCache: isSelfContained },
  comment: { render: renderComment, mayCache: always },
  blocks: { render: renderBlocksAlone, mayCache: () => false },
};

/** Adds a cache to the render functions. Texts with players, galleries or images depend on more and bypass it. */
export function createCachedRenderer(cache: TextCache): CachedRenderer {
  const namesFor = cacheNames();
  const through = (kind: RenderedKind, raw: string, context: RenderContext): MaybePromise<RenderedText> => {
    const name = namesFor(context)[kind];
    const { render, mayCache } = renderers[kind];
    if (kind === 'madeExcerpt' && context.excerptWords !== undefined) return uncached(kind, raw, context);
    const known = cache.get(name, raw);
    if (known) return known;
    const remember = (made: RenderedText): RenderedText => {
      cache.keep(name, raw, made);
      return made;
    };
    const lasting = (made: RenderedText): RenderedText => {
      context.kept?.keep(kind, raw, context, made.text);
      return remember(made);
    };
    const make = (): MaybePromise<RenderedText> => {
      const elsewhere = context.elsewhere?.take(kind, raw, context.postId);
      if (elsewhere)
        return elsewhere.then((rendered) => {
          const made = new RenderedText(rendered.text, rendered.json);
          return rendered.mayCache ? lasting(made) : made;
        });
      const made = new RenderedText(render(raw, context));
      return raw !== '' && mayCache(raw, context) ? lasting(made) : made;
    };
    const kept = context.kept?.take(kind, raw, context);
    return kept ? kept.then((text) => (text === undefined ? make() : remember(new RenderedText(text)))) : make();
  };
  const each = <Made>(part: (made: RenderedText) => Made): Rendered<Made> => {
    const of =
      (kind: RenderedKind): Render<MaybePromise<Made>> =>
      (raw, context) =>
        andThen(through(kind, raw, context), part);
    return {
      title: of('title'),
      content: of('content'),
      excerpt: of('excerpt'),
      madeExcerpt: of('madeExcerpt'),
      comment: of('comment'),
      blocks: of('blocks'),
    };
  };
  return { ...each((made) => made.text), json: each((made) => made.json) };
}

/** A text that is rendered as only this request wants it. */
function uncached(kind: RenderedKind, raw: string, context: RenderContext): MaybePromise<RenderedText> {
  const elsewhere = context.elsewhere?.take(kind, raw, context.postId);
  return elsewhere
    ? elsewhere.then(({ text, json }) => new RenderedText(text, json))
    : new RenderedText(renderers[kind].render(raw, context));
}

type Names = Readonly<Record<RenderedKind, string>>;

/** Builds the cache key prefixes (kind and options). Those of the last context are reused: options rarely change. */
function cacheNames(): (context: RenderContext) => Names {
  const registries = new WeakMap<ShortcodeRegistry | BlockRegistry | TextRules, number>();
  let known = 0;
  const numberOf = (registry: ShortcodeRegistry | BlockRegistry | TextRules) => {
    const number = registries.get(registry) ?? ++known;
    registries.set(registry, number);
    return number;
  };
  let last: { context: RenderContext; names: Names } | null = null;
  return (context) => {
    if (last && haveSameOptions(last.context, context)) return last.names;
    const { smilies, shortcodes, blocks, rules, siteUrl, serverBase = '' } = context;
    const syntax = [shortcodes, blocks, rules].map(numberOf).join(' ');
    const options = `${smilies ? 1 : 0} ${syntax} ${siteUrl} ${serverBase}`;
    const names: Names = {
      title: `title ${options}`,
      content: `content ${options}`,
      excerpt: `excerpt ${options}`,
      madeExcerpt: `madeExcerpt ${options}`,
      comment: `comment ${options}`,
      blocks: `blocks ${options}`,
    };
    last = { context, names };
    return names;
  };
}

function haveSameOptions(one: RenderContext, other: RenderContext): boolean {
  const isSameSite = one.siteUrl === other.siteUrl && one.serverBase === other.serverBase;
  const isSameSyntax = one.shortcodes === other.shortcodes && one.blocks === other.blocks && one.rules === other.rules;
  return isSameSite && isSameSyntax && one.smilies === other.smilies;
}

/** True when rendering this content depends only on the text and the site's options. */
export function isSelfContained(raw: string, { shortcodes, blocks }: Omit<TextSyntax, 'rules'>): boolean {
  return (
    !raw.includes('wp-image-') &&
    !mentionsShortcode(raw, shortcodes) &&
    !(mayBePlayed(raw) && raw.includes('http')) &&
    !mentionsDynamicBlock(raw, blocks) &&
    !embedsAddress(raw)
  );
}
