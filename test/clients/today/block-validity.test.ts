import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchBrowser } from '../../browser/admin/browser.ts';
import { bundleForBrowser } from '../../browser/admin/bundle.ts';

declare global {
  /** In the page, where the bundles put them. */
  var invalidBlocks: (text: string) => string[];
  var editorMade: {
    changeEverything(text: string): string;
    makeBlocks(made: readonly object[]): string;
    settingsOfBlocks(): [name: string, source: string][];
  };
}

const example = fileURLToPath(new URL('../../../examples/block-editor', import.meta.url));

/** The parser, the validator and the blocks of the block editor, as npm has them. */
const validator = `
  import { parse } from '@wordpress/blocks';
  import { registerCoreBlocks } from '@wordpress/block-library';
  registerCoreBlocks();
  const visit = (block, path) => [
    ...(block.isValid ? [] : [path + block.name + ': ' + (block.originalContent ?? '').slice(0, 300)]),
    ...block.innerBlocks.flatMap((inner) => visit(inner, path + block.name + ' > ')),
  ];
  globalThis.invalidBlocks = (text) => parse(text).flatMap((block) => visit(block, ''));
`;

let browser: Browser;
let page: Page;
beforeAll(async () => {
  const { outputFiles } = await build({
    stdin: { contents: validator, resolveDir: example },
    bundle: true,
    write: false,
    format: 'iife',
    define: {
      'process.env.NODE_ENV': '"production"',
      'globalThis.IS_WORDPRESS_CORE': 'true',
      'globalThis.IS_GUTENBERG_PLUGIN': 'false',
      'globalThis.SCRIPT_DEBUG': 'false',
    },
    loader: { '.svg': 'dataurl', '.png': 'dataurl', '.gif': 'dataurl', '.woff2': 'dataurl', '.css': 'empty' },
    logLevel: 'error',
  });
  browser = await launchBrowser();
  page = await browser.newPage();
  // What a page of the site is; nothing is sent to it.
  await page.route('**', (route) => route.fulfill({ contentType: 'text/html', body: '<!doctype html><body></body>' }));
  await page.goto('http://site.test/');
  await page.setContent('<meta name="start" content=\'{"siteUrl":"http://site.test"}\'>');
  await page.addScriptTag({ content: outputFiles[0]?.text ?? '' });
  await page.addScriptTag({ content: await bundleForBrowser('editor/source/measure-pieces.ts', 'editorMade') });
});
afterAll(async () => {
  await browser?.close();
});

const invalid = (text: string) => page.evaluate((sent) => globalThis.invalidBlocks(sent), text);

const text = (words: string) => ({ type: 'text', text: words });
const paragraph = { type: 'paragraph', content: [text('A heron.')] };
const item = (...more: object[]) => ({ type: 'listItem', content: [paragraph, ...more] });

const folder = process.env['PLATEN_TEST_EXPORTS'];
const files = folder && existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.xml')) : [];
if (files.length === 0)
  console.info('Skipped in part: PLATEN_TEST_EXPORTS names no folder with export files of blocks.');
const content = /<content:encoded><!\[CDATA\[([\s\S]*?)\]\]><\/content:encoded>/g;
const texts = files.flatMap((name) =>
  [...readFileSync(join(folder ?? '', name), 'utf8').matchAll(content)]
    .map(([, found = '']) => found)
    .filter((found) => found.includes('<!-- wp:')),
);

describe('the validator of the block editor accepts', () => {
  it('refuses what is not valid, to begin with', async () => {
    expect(await invalid('<!-- wp:heading -->\n<p>A heron.</p>\n<!-- /wp:heading -->')).toHaveLength(1);
  });

  it.each<[string, object]>([
    ['a heading', { type: 'heading', attrs: { level: 3 }, content: [text('A heron')] }],
    ['a list in a list', { type: 'bulletList', content: [item({ type: 'orderedList', content: [item()] }), item()] }],
    ['a numbered list', { type: 'orderedList', attrs: { start: 4 }, content: [item()] }],
    ['a quotation', { type: 'blockquote', content: [paragraph, paragraph] }],
    ['code', { type: 'codeBlock', content: [text('if (a < b) {}')] }],
    ['a separator', { type: 'horizontalRule' }],
    ['an embed', { type: 'embed', attrs: { source: 'https://video.test/a--b?c=1&d=2' } }],
  ])('what is made in the editor: %s', async (_name, made) => {
    const written = await page.evaluate((node) => globalThis.editorMade.makeBlocks([node]), made);
    expect(await invalid(written), written).toEqual([]);
  });

  it('each block that can be inserted, with each of its settings', async () => {
    const found: string[] = [];
    for (const [name, source] of await page.evaluate(() => globalThis.editorMade.settingsOfBlocks()))
      if ((await invalid(source)).length > 0) found.push(`${name}\n${source}`);
    expect(found).toEqual([]);
  });

  it.skipIf(texts.length === 0)('what it accepted before a word was changed in each text of it', async () => {
    let accepted = 0;
    for (const before of texts) {
      const after = await page.evaluate((sent) => globalThis.editorMade.changeEverything(sent), before);
      const [was, is] = [await invalid(before), await invalid(after)];
      expect(is.length, is.join('\n')).toBeLessThanOrEqual(was.length);
      accepted += (before.match(/<!-- wp:/g)?.length ?? 0) - was.length;
    }
    console.info(`${accepted} blocks of ${texts.length} texts are accepted before and after.`);
  });
});
