import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { activateTheme } from './active-theme.ts';
import { defaultTheme } from './default-theme.ts';

describe('how wide a theme shows pictures', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'platen-theme-'));
  });
  afterAll(() => rm(folder, { recursive: true }));

  const widthsOf = async (name: string, source: string) => {
    await mkdir(join(folder, name));
    await writeFile(join(folder, name, 'index.js'), `export default { name: '${name}', ${source} };`);
    return (await activateTheme(`./${name}`, folder)).pictureWidths;
  };

  it('is what the style sheet of the default theme says, at the usual size of text', async () => {
    const css = await readFile(defaultTheme.assets?.['style.css'] ?? '', 'utf8');
    const pixels = (name: string) => Number(new RegExp(`--${name}: ([\\d.]+)rem;`).exec(css)?.[1]) * 16;
    expect((await activateTheme('', folder)).pictureWidths).toEqual({ text: pixels('measure'), wide: pixels('wide') });
  });

  it('is that of the default theme for one that changes words only', async () => {
    expect(await widthsOf('words', "words: { fr: { search: 'Rechercher' } }")).toEqual(defaultTheme.pictureWidths);
  });

  it('is unknown for a theme with a look of its own, unless it says so', async () => {
    expect(await widthsOf('silent', "layout: () => ''")).toBeNull();
    expect(await widthsOf('telling', "layout: () => '', pictureWidths: { text: 500, wide: 900 }")).toEqual({
      text: 500,
      wide: 900,
    });
  });
});
