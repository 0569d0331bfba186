import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchBrowser } from './browser.ts';
import { bundleForBrowser } from './bundle.ts';

interface Measure {
  isSame: boolean;
  kinds: Record<string, [number, number]>;
  raw: string[];
}

declare global {
  /** In the page, where the bundle puts it. */
  var editorPieces: {
    measurePieces(text: string): Measure;
    changeWords(text: string): { changed: number; wrong: string[] };
  };
}

const folder = process.env['PLATEN_TEST_EXPORTS'];
const files = folder && existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.xml')) : [];
if (files.length === 0) console.info('Skipped: PLATEN_TEST_EXPORTS names no folder with export files of blocks.');

/** The texts with blocks of a folder of export files, such as those that themes are tested with. */
const texts = files.flatMap((name) =>
  [
    ...readFileSync(join(folder ?? '', name), 'utf8').matchAll(
      /<content:encoded><!\[CDATA\[([\s\S]*?)\]\]><\/content:encoded>/g,
    ),
  ]
    .map(([, text = '']) => text)
    .filter((text) => text.includes('<!-- wp:')),
);

let browser: Browser;
let page: Page;
beforeAll(async () => {
  browser = await launchBrowser();
  page = await browser.newPage();
  await page.setContent('<meta name="start" content=\'{"siteUrl":"http://site.test"}\'>');
  await page.addScriptTag({ content: await bundleForBrowser('editor/source/measure-pieces.ts', 'editorPieces') });
});
afterAll(async () => {
  await browser?.close();
});

describe.skipIf(texts.length === 0)('texts with blocks of export files', () => {
  it('are the same when they are written again, and at most 5% of their pieces are raw code', async () => {
    const measured: Measure[] = await page.evaluate(
      (all) => all.map((text) => globalThis.editorPieces.measurePieces(text)),
      texts,
    );
    const kinds = new Map<string, [number, number]>();
    for (const one of measured)
      for (const [kind, [all, raw]] of Object.entries(one.kinds)) {
        const [allBefore, rawBefore] = kinds.get(kind) ?? [0, 0];
        kinds.set(kind, [allBefore + all, rawBefore + raw]);
      }
    const rows = [...kinds].toSorted((a, b) => b[1][1] - a[1][1]);
    const total = rows.reduce((sum, [, [all]]) => sum + all, 0);
    const raw = rows.reduce((sum, [, [, one]]) => sum + one, 0);
    console.info(
      `${texts.length} texts, ${total} pieces, ${raw} raw\n${rows.map(([kind, [all, one]]) => `${kind}\t${all}\t${one}`).join('\n')}`,
    );
    if (process.env['PLATEN_TEST_RAW']) console.info(measured.flatMap((one) => one.raw).join('\n---\n'));
    expect(measured.filter(({ isSame }) => !isSame)).toEqual([]);
    expect(raw / total).toBeLessThanOrEqual(0.05);
  });
  it('have nothing else changed where one word is changed, in every text that can be edited', async () => {
    let changed = 0;
    for (const text of texts) {
      const result = await page.evaluate((sent) => globalThis.editorPieces.changeWords(sent), text);
      expect(result.wrong).toEqual([]);
      changed += result.changed;
    }
    console.info(`${changed} texts were changed, one after the other.`);
    expect(changed).toBeGreaterThan(texts.length);
  });
});
