import { expect, it } from 'vitest';
import { allWords, texts } from './all-words.ts';

it('calls things what editors call them', async () => {
  const inside =
    /Author of everything|Code for texts|Before this|\bWXR\b|post_tag|--map|Autor von allem|Code für Texte/;
  const found: string[] = [];
  for (const [where, { en, de }] of await allWords())
    for (const both of [en, de])
      for (const [path, text] of texts(both, where)) if (inside.test(text)) found.push(`${path}: ${text}`);
  expect(found).toEqual([]);
});
