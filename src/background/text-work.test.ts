import { afterAll, describe, expect, it } from 'vitest';
import { createTextThreads } from '../app/worker-threads.ts';
import { blockStyles } from '../text/block-supports/block-styles.ts';
import { emptyNeeds, needKey } from '../text/blocks/block-needs.ts';
import { coreBlocks } from '../text/blocks/core-blocks.ts';
import { neededByBlocks } from '../text/blocks/needed-by-blocks.ts';
import { createCachedRenderer } from '../text/render/cached-renderer.ts';
import { createCounters, type RenderContext, type RenderedKind } from '../text/render/render-context.ts';
import { createTextCache } from '../text/render/text-cache.ts';
import { coreShortcodes } from '../text/shortcodes/core-shortcodes.ts';
import { textKinds, textOfSize } from '../text/sized-texts.test-support.ts';
import { images } from '../text/text-context.test-support.ts';
import { earlyTextRules } from '../text/text-rules.ts';
import { cleanTexts, findMedia, type LoadedMedia, type TextToClean } from './text-tasks.ts';
import { charactersAtOnce, createTextWork } from './text-work.ts';

const threads = createTextThreads('a');
const work = createTextWork(threads);
afterAll(() => threads.close());

const site = { siteUrl: 'http://site.test', smilies: true };
const media: LoadedMedia = {
  images: new Map([[11, images.wide]]),
  attachedTo: new Map([[7, [images.small]]]),
};
const lookup: NonNullable<RenderContext['media']> = {
  image: (id) => media.images.get(id),
  attachedTo: (id) => media.attachedTo.get(id) ?? [],
};

/** Renders the texts of one answer, on threads where they are long, or all of them here. */
async function rendered(texts: readonly (readonly [RenderedKind, string])[], where: 'threads' | 'here') {
  const counters = createCounters();
  const elsewhere = work.renderBatch({ ...site, counters }).with({ media });
  const context: RenderContext = {
    ...site,
    shortcodes: coreShortcodes,
    blocks: coreBlocks,
    rules: earlyTextRules,
    postId: 7,
    counters,
    media: lookup,
    ...(where === 'threads' ? { elsewhere } : {}),
  };
  const render = createCachedRenderer(createTextCache(1_000_000));
  const plain = await Promise.all(texts.map(([kind, raw]) => render[kind](raw, context)));
  const json = await Promise.all(texts.map(([kind, raw]) => render.json[kind](raw, context)));
  return { plain, json: json.map((text) => text.rawJSON), counters };
}

describe('long texts, worked on by threads', () => {
  it('are cleaned as short ones are', async () => {
    for (const as of ['title', 'postText', 'comment', 'personDescription', 'termDescription', 'plain'] as const) {
      const texts = Object.keys(textKinds).map(
        (kind): TextToClean => ({ as, raw: textOfSize(kind, 1_000), unfiltered: false }),
      );
      expect(texts.reduce((sum, { raw }) => sum + raw.length, 0)).toBeGreaterThan(charactersAtOnce.clean);
      expect(await work.clean(texts)).toEqual(cleanTexts(texts, earlyTextRules));
    }
  });

  it.each(['title', 'content', 'excerpt', 'madeExcerpt', 'comment'] as const)(
    'are rendered as short ones are: %s',
    async (kind) => {
      const texts = Object.keys(textKinds).map((name) => [kind, textOfSize(name, 4_000)] as const);
      expect(await rendered(texts, 'threads')).toEqual(await rendered(texts, 'here'));
    },
  );

  it('number their players in the order they stand in the answer, short ones among long ones', async () => {
    const player = '[audio src="http://m/a.mp3"] [gallery] <img class="wp-image-11" src="wide.jpg">';
    const long = `${player} ${textOfSize('post', charactersAtOnce.render)} ${player}`;
    const texts = [player, long, player, long, player].map((raw) => ['content', raw] as const);
    const made = await rendered(texts, 'threads');
    expect(made).toEqual(await rendered(texts, 'here'));
    expect(made.plain.join('').match(/id="audio-7-\d+"/g)).toHaveLength(7);
    expect(made.counters.audio).toBe(14);
  });

  it('are searched for images as short ones are', async () => {
    const raw = `<img class="wp-image-11"> [gallery ids="3,4"] ${textOfSize('post', charactersAtOnce.findMedia)}`;
    const texts = [{ raw, postId: 7 }];
    expect(await work.findMedia(texts)).toEqual(findMedia(texts));
    expect(findMedia(texts).images).toEqual([11, 3, 4]);
  });

  it('are searched for what their blocks need as short ones are, on a thread', async () => {
    const raw = `<!-- wp:archives {"type":"daily"} /--><!-- wp:block {"ref":5} /-->\nhttps://a.example/b\n${textOfSize('post', charactersAtOnce.parseBlocks)}`;
    const texts = [{ raw, postId: 7 }];
    const found = work.findBlockNeeds(texts, coreBlocks);
    expect(found).toBeInstanceOf(Promise);
    expect(await found).toEqual(neededByBlocks(texts, coreBlocks));
    expect((await found)?.reusable.size).toBe(1);
    const short = work.findBlockNeeds([{ raw: raw.slice(0, 200), postId: 7 }], coreBlocks);
    expect(short).not.toBeInstanceOf(Promise);
  });

  it('are not searched for blocks where they have none', () => {
    const texts = [{ raw: textOfSize('post', charactersAtOnce.parseBlocks), postId: 7 }];
    expect(work.findBlockNeeds(texts, coreBlocks)).toBeUndefined();
  });

  it('get the styles of their blocks as short ones do, on a thread', async () => {
    const text = `<!-- wp:group {"layout":{"contentSize":"5px"}} --><div class="a">${textOfSize('post', charactersAtOnce.parseBlocks)}</div><!-- /wp:group -->`;
    const found = work.styleBlocks(text);
    expect(found).toBeInstanceOf(Promise);
    expect(await found).toEqual(blockStyles(text));
    expect((await found).rules).toContain('max-width:5px');
  });

  it('are long where their blocks show long texts', async () => {
    const blockData = emptyNeeds<'loaded'>();
    blockData.reusable.set(needKey(5), textOfSize('post', charactersAtOnce.render + 1));
    const batch = work.renderBatch({ ...site, counters: createCounters() }).with({ blockData });
    const raw = '<!-- wp:block {"ref":5} /-->';
    const taken = batch.take('content', raw, 7);
    expect(taken).toBeInstanceOf(Promise);
    expect((await taken)?.text.length).toBeGreaterThan(charactersAtOnce.render);
    expect(
      work
        .renderBatch({ ...site, counters: createCounters() })
        .with({ blockData })
        .take('content', 'x', 7),
    ).toBeUndefined();
  });

  it('go to no thread while they are short', async () => {
    expect(work.clean([{ as: 'title', raw: 'x'.repeat(charactersAtOnce.clean), unfiltered: false }])).toHaveLength(1);
    const batch = work.renderBatch({ ...site, counters: createCounters() }).with();
    expect(batch.take('content', 'x'.repeat(charactersAtOnce.render), 7)).toBeUndefined();
    expect(await batch.take('content', 'x', 7)).toEqual({ text: '<p>x</p>\n', json: '"<p>x</p>\\n"', mayCache: true });
  });

  it('go to a thread on a site with extensions too, but for those that use a shortcode or a block of one', async () => {
    const shortcodes = coreShortcodes.with({ clock: () => 'noon' });
    const own = createTextWork(threads, {
      shortcodes,
      blocks: coreBlocks,
      rules: earlyTextRules,
      marks: ['[clock', 'wp:my/clock'],
    });
    const long = textOfSize('post', charactersAtOnce.render + 1);
    const start = () => own.renderBatch({ ...site, counters: createCounters() });
    expect(start().with().take('content', long, 7)).toBeInstanceOf(Promise);
    expect(start().with().take('content', `${long}[clock]`, 7)).toBeUndefined();
    expect(start().with().take('content', `${long}<!-- wp:my/clock /-->`, 7)).toBeUndefined();
    const longest = `${'<b>'.repeat(charactersAtOnce.ownSyntax / 3)}[clock]`;
    expect((await start().with().take('content', longest, 7))?.text).toContain('[clock]');
    const blockData = emptyNeeds<'loaded'>();
    blockData.reusable.set(needKey(5), `${long}[clock]`);
    const reusable = '<!-- wp:block {"ref":5} /-->';
    expect(start().with({ blockData }).take('content', reusable, 7)).toBeUndefined();
  });

  it('are numbered in their order, wherever they are rendered', async () => {
    const shortcodes = coreShortcodes.with({ clock: () => 'noon' });
    const own = createTextWork(threads, { shortcodes, blocks: coreBlocks, rules: earlyTextRules, marks: ['[clock'] });
    const counters = createCounters();
    const batch = own.renderBatch({ ...site, counters }).with({ media });
    const long = textOfSize('post', charactersAtOnce.render + 1);
    const texts = [`${long}[gallery ids="11"]`, '[clock][gallery ids="11"]', 'x[gallery ids="11"]'];
    const made = await Promise.all(texts.map((raw) => batch.take('content', raw, 7)));
    expect(made[1]?.text).toContain('noon');
    const numbers = made.map((one) => /gallery-(\d+)/.exec(one?.text ?? '')?.[1]);
    expect(numbers).toEqual(['1', '2', '3']);
  });
});
