import type { JsonText } from './json-text.ts';
import { mayBePlayed } from './macros/players.ts';
import { makeExcerpt, renderComment, renderContent, renderExcerpt, renderTitle } from './render.ts';
import type { RenderContext } from './render-context.ts';
import { mentionsShortcode, type ShortcodeRegistry } from './shortcodes.ts';
import { MadeText, type TextCache } from './text-cache.ts';

type Render<Made> = (raw: string, context: RenderContext) => Made;

/** The render functions, each behind the cache. */
export interface CachedRenderer extends Rendered<string> {
  /** The same, ready to stand in JSON. */
  readonly json: Rendered<JsonText>;
}

type Kind = 'title' | 'content' | 'excerpt' | 'madeExcerpt' | 'comment';
type Rendered<Made> = Readonly<Record<Kind, Render<Made>>>;

interface Renderer {
  readonly render: Render<string>;
  /** Whether the result depends on nothing but the text and the site's options. */
  readonly mayCache: (raw: string, context: RenderContext) => boolean;
}

const always = () => true;
const renderers: Readonly<Record<Kind, Renderer>> = {
  title: { render: renderTitle, mayCache: always },
  content: { render: renderContent, mayCache: isSelfContained },
  excerpt: { render: renderExcerpt, mayCache: always },
  madeExcerpt: { render: makeExcerpt, mayCache: isSelfContained },
  comment: { render: renderComment, mayCache: always },
};

/** Puts the render functions behind a cache. What depends on more than the text (players, galleries, images) passes it by. */
export function createCachedRenderer(cache: TextCache): CachedRenderer {
  const namesFor = cacheNames();
  const through = (kind: Kind, raw: string, context: RenderContext): MadeText => {
    const name = namesFor(context)[kind];
    const known = cache.get(name, raw);
    if (known) return known;
    const { render, mayCache } = renderers[kind];
    const made = new MadeText(render(raw, context));
    if (raw !== '' && mayCache(raw, context)) cache.keep(name, raw, made);
    return made;
  };
  const each = <Made>(part: (made: MadeText) => Made): Rendered<Made> => {
    const of =
      (kind: Kind): Render<Made> =>
      (raw, context) =>
        part(through(kind, raw, context));
    return {
      title: of('title'),
      content: of('content'),
      excerpt: of('excerpt'),
      madeExcerpt: of('madeExcerpt'),
      comment: of('comment'),
    };
  };
  return { ...each((made) => made.text), json: each((made) => made.json) };
}

type Names = Readonly<Record<Kind, string>>;

/** Under which names texts are remembered: the kind with the options. Those of the last context serve nearly always. */
function cacheNames(): (context: RenderContext) => Names {
  const registries = new WeakMap<ShortcodeRegistry, number>();
  let known = 0;
  const numberOf = (registry: ShortcodeRegistry) => {
    const number = registries.get(registry) ?? ++known;
    registries.set(registry, number);
    return number;
  };
  let last: { context: RenderContext; names: Names } | null = null;
  return (context) => {
    if (last && haveSameOptions(last.context, context)) return last.names;
    const { smilies, shortcodes, siteUrl } = context;
    const options = `${smilies ? 1 : 0} ${numberOf(shortcodes)} ${siteUrl}`;
    const names = Object.fromEntries(Object.keys(renderers).map((kind) => [kind, `${kind} ${options}`])) as Names;
    last = { context, names };
    return names;
  };
}

function haveSameOptions(one: RenderContext, other: RenderContext): boolean {
  return one.smilies === other.smilies && one.shortcodes === other.shortcodes && one.siteUrl === other.siteUrl;
}

/** True when rendering this content depends on nothing but the text and the site's options. */
export function isSelfContained(raw: string, { shortcodes }: RenderContext): boolean {
  return (
    !raw.includes('wp-image-') && !mentionsShortcode(raw, shortcodes) && !(mayBePlayed(raw) && raw.includes('http'))
  );
}
