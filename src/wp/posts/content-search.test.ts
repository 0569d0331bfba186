import { describe, expect, it } from 'vitest';
import { searchWords } from './content-list-arguments.ts';

describe('searchWords', () => {
  it.each([
    ['silver lake', ['silver', 'lake'], []],
    ['"silver lake" dusk', ['silver lake', 'dusk'], []],
    ['silver -lake', ['silver'], ['lake']],
    ['-', ['-'], []],
    ['"open phrase', ['open phrase'], []],
    ['a,b+c', ['a', 'b', 'c'], []],
    ['  "" ', [], []],
    ['100%', ['100%'], []],
  ])('takes %j apart', (text, wanted, unwanted) => {
    expect(searchWords(text)).toEqual({ wanted, unwanted });
  });

  it('looks for a long search as it stands', () => {
    const text = 'one two three four five six seven eight nine ten';
    expect(searchWords(text)).toEqual({ wanted: [text], unwanted: [] });
  });
});
