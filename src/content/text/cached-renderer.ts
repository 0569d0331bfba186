import { mayBePlayed } from './macros/players.ts';
import { makeExcerpt, renderComment, renderContent, renderExcerpt, renderTitle } from './render.ts';
import type { RenderContext } from './render-context.ts';
import { mentionsShortcode, type ShortcodeRegistry } from './shortcodes.ts';
import type { TextCache } from './text-cache.ts';

type Render = (raw: string, context: RenderContext) => string;

/** The render functions, each behind the cache. */
export interface CachedRenderer {
  readonly title: Render;
  readonly content: Render;
  readonly excerpt: Render;
  readonly madeExcerpt: Render;
  readonly comment: Render;
}

/** Puts the render functions behind a cache. What depends on more than the text (players, galleries, images) passes it by. */
export function createCachedRenderer(cache: TextCache): CachedRenderer {
  const registries = new WeakMap<ShortcodeRegistry, number>();
  let known = 0;
  const numberOf = (registry: ShortcodeRegistry) => {
    const number = registries.get(registry) ?? ++known;
    registries.set(registry, number);
    return number;
  };
  const optionsOf = ({ smilies, shortcodes, siteUrl }: RenderContext) =>
    `${smilies ? 1 : 0} ${numberOf(shortcodes)} ${siteUrl}`;
  const cached =
    (kind: string, render: Render, mayCache: MayCache = () => true): Render =>
    (raw, context) => {
      if (raw === '' || !mayCache(raw, context)) return render(raw, context);
      return cache.through(kind, optionsOf(context), raw, () => render(raw, context));
    };
  return {
    title: cached('title', renderTitle),
    content: cached('content', renderContent, isSelfContained),
    excerpt: cached('excerpt', renderExcerpt),
    madeExcerpt: cached('made excerpt', makeExcerpt, isSelfContained),
    comment: cached('comment', renderComment),
  };
}

type MayCache = (raw: string, context: RenderContext) => boolean;

/** True when rendering this content depends on nothing but the text and the site's options. */
export function isSelfContained(raw: string, { shortcodes }: RenderContext): boolean {
  return (
    !raw.includes('wp-image-') && !mentionsShortcode(raw, shortcodes) && !(mayBePlayed(raw) && raw.includes('http'))
  );
}
