import { hash } from 'node:crypto';
import { afterEach, describe, expect, it } from 'vitest';
import { createJobs } from '../../../src/lib/jobs.ts';
import { createRenderedTexts, type RenderedTexts } from '../../../src/site/render-cache.ts';
import { places, renderedTextsTable } from '../../../src/site/render-cache-table.ts';
import type { Store } from '../../../src/storage/store.ts';
import { coreBlocks } from '../../../src/text/blocks/core-blocks.ts';
import { createCachedRenderer } from '../../../src/text/render/cached-renderer.ts';
import { createCounters, type RenderContext } from '../../../src/text/render/render-context.ts';
import { createTextCache } from '../../../src/text/render/text-cache.ts';
import { coreShortcodes } from '../../../src/text/shortcodes/core-shortcodes.ts';
import { earlyTextRules } from '../../../src/text/text-rules.ts';
import { testStore } from '../../support/test-store.ts';

const store = testStore();
const rows = () => store().table(renderedTextsTable);
const raw = 'It is "said" that a text is rendered once.\n\n'.repeat(20);
const syntax = { shortcodes: coreShortcodes, blocks: coreBlocks, rules: earlyTextRules };

interface Process {
  readonly texts: RenderedTexts;
  readonly faults: unknown[];
  readonly context: RenderContext;
  readonly content: (text?: string, more?: Partial<RenderContext>) => Promise<string>;
}

/** What a process writes some time after it rendered must not reach the table of a later test. */
const running: RenderedTexts[] = [];
afterEach(() => Promise.all(running.splice(0).map((texts) => texts.stop())));

/** What one process has in memory, with its version known. */
async function startProcess({
  version = async () => '1',
  syntaxName = 'a',
  own = store() as Store,
} = {}): Promise<Process> {
  const faults: unknown[] = [];
  const texts = createRenderedTexts({
    store: own,
    syntax,
    syntaxName,
    version,
    job: createJobs((_, error) => faults.push(error), Date.now).of('rendered texts'),
  });
  running.push(texts);
  const context: RenderContext = {
    siteUrl: 'http://site.test',
    smilies: true,
    ...syntax,
    postId: 7,
    counters: createCounters(),
    kept: texts.through(store()),
  };
  const render = createCachedRenderer(createTextCache(1024 * 1024));
  const content = async (text = raw, more: Partial<RenderContext> = {}) =>
    render.content(text, { ...context, kept: texts.through(store()), ...more });
  // The version is learnt with the first text; that one is not kept.
  await content('x'.repeat(1_000));
  await new Promise((resolve) => setImmediate(resolve));
  return { texts, faults, context, content };
}

/** Puts other words into every row, without its proof or with it left as it was. */
const forge = () => rows().update({}, { text: '<p>forged</p>' });

describe('rendered texts', () => {
  it('are found by a process that starts later', async () => {
    const first = await startProcess();
    const html = await first.content();
    await first.texts.runDue();
    const [row] = await rows().find({});
    expect(row?.text).toBe(html);
    // Another text with its proof is shown as it is, so nothing was rendered.
    const text = '<p>from the table</p>';
    await rows().update({}, { text, proof: hash('sha256', `${row?.source}\n${text}`, 'hex') });
    const later = await startProcess();
    expect(await later.content()).toBe(text);
    const before = store().statements();
    expect(await later.content()).toBe(text);
    expect(store().statements() - before).toBe(0);
    expect([...first.faults, ...later.faults]).toEqual([]);
  });

  it('are kept once the version of the program can be read', async () => {
    let isAway = true;
    const version = async (): Promise<string> => {
      if (isAway) throw new Error('away');
      return '1';
    };
    const first = await startProcess({ version });
    expect(first.faults).toEqual([new Error('away')]);
    isAway = false;
    await first.content(`again ${raw}`);
    await new Promise((resolve) => setImmediate(resolve));
    await first.content();
    await first.texts.runDue();
    expect(await rows().count({})).toBe(1);
  });

  it('are read with one statement for a whole page', async () => {
    const pages = Array.from({ length: 30 }, (_, n) => `${n} ${raw}`);
    const first = await startProcess();
    const html = await Promise.all(pages.map((text) => first.content(text)));
    await first.texts.runDue();
    const later = await startProcess();
    const before = store().statements();
    const kept = later.texts.through(store());
    expect(await Promise.all(pages.map((text) => later.content(text, { kept })))).toEqual(html);
    expect(store().statements() - before).toBe(1);
  });

  it('are rendered again where the row is damaged, stands in the place of another text or is gone', async () => {
    const first = await startProcess();
    const html = await first.content();
    await first.texts.runDue();
    await forge();
    expect(await (await startProcess()).content()).toBe(html);
    await rows().update({}, { source: 'another' });
    expect(await (await startProcess()).content()).toBe(html);
    await rows().remove({});
    expect(await (await startProcess()).content()).toBe(html);
  });

  const others: Readonly<Record<string, [Parameters<typeof startProcess>[0], Partial<RenderContext>]>> = {
    'another version of the program': [{ version: async () => '2' }, {}],
    'another variant': [{ syntaxName: 'b' }, {}],
    'another address of the site': [{}, { siteUrl: 'http://other.test' }],
    'another path of the site': [{}, { serverBase: '/blog' }],
    'another setting of smilies': [{}, { smilies: false }],
  };
  it.each(Object.entries(others))('are not those of %s', async (_name, [options, more]) => {
    const first = await startProcess();
    await first.content();
    await first.texts.runDue();
    const other = await startProcess(options);
    await other.content(raw, more);
    await other.texts.runDue();
    const sources = (await rows().find({})).map((row) => row.source);
    expect(new Set(sources).size).toBe(2);
  });

  it('are not kept if they depend on more than the text', async () => {
    const { content, texts } = await startProcess();
    await content(`[gallery]\n\n${raw}`);
    await content(`${raw}<img class="wp-image-3" src="http://site.test/a.jpg">`);
    await content(`<!-- wp:latest-posts /-->\n${raw}`);
    await content(`https://example.com/a.mp3\n\n${raw}`);
    await content(raw, { shortcodes: coreShortcodes.with({ own: () => 'x' }) });
    await content('short');
    await content(raw.repeat(100));
    await texts.runDue();
    expect(await rows().count({})).toBe(0);
  });

  it('take no more than their places, and each replaces what is in its place', async () => {
    const first = await startProcess();
    await first.content();
    await first.texts.runDue();
    const [row] = await rows().find({});
    expect(row?.place).toBeLessThan(places);
    await rows().update({}, { source: 'another' });
    const later = await startProcess();
    await later.content();
    await later.texts.runDue();
    expect(await rows().find({})).toEqual([row]);
  });

  it('do not make a response depend on the table', async () => {
    const tags = new Set<string>();
    const { texts, content } = await startProcess();
    await content(raw, { kept: texts.through(store().observe(tags)) });
    expect([...tags]).toEqual([]);
  });

  it('are written when the process stops, and never by a request', async () => {
    const { texts, content } = await startProcess();
    const before = store().statements();
    await content();
    expect(store().statements() - before).toBe(1);
    await texts.stop();
    expect(await rows().count({})).toBe(1);
    await content(`after ${raw}`);
    await texts.runDue();
    expect(await rows().count({})).toBe(1);
  });

  it('are there when they were to be written at once, also where that had begun', async () => {
    const { promise: gate, resolve: open } = Promise.withResolvers<void>();
    const own = new Proxy(store(), {
      get: (target, name) =>
        name === 'transaction'
          ? (work: Parameters<Store['transaction']>[0]) => gate.then(() => target.transaction(work))
          : Reflect.get(target, name, target),
    });
    const { texts, content } = await startProcess({ own });
    await content();
    const [first, second] = [texts.runDue(), texts.runDue().then(() => rows().count({}))];
    open();
    expect(await second).toBe(1);
    await first;
  });

  it('are shown while nothing can be written', async () => {
    const own = new Proxy(store(), {
      get: (target, name) =>
        name === 'transaction' ? () => Promise.reject(new Error('full')) : Reflect.get(target, name, target),
    });
    const { texts, content, faults } = await startProcess({ own });
    expect(await content()).toContain('&#8220;said&#8221;');
    await texts.stop();
    expect(faults).toEqual([new Error('full')]);
  });
});
