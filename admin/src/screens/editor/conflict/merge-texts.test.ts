import { describe, expect, it } from 'vitest';
import { type MergePiece, mergedText, mergePieces } from './merge-texts.ts';

const block = (text: string) => `<!-- wp:paragraph -->\n<p>${text}</p>\n<!-- /wp:paragraph -->`;
const text = (...paragraphs: string[]) => paragraphs.map(block).join('\n\n');
const kinds = (pieces: readonly MergePiece[]) => pieces.map(({ by }) => by);

describe('two versions of a text', () => {
  const base = text('One', 'Two', 'Three');

  it('are merged where different pieces were changed', () => {
    const pieces = mergePieces(base, text('One', 'Two', 'Mine'), text('Theirs', 'Two', 'Three'));
    expect(kinds(pieces)).toEqual(['theirs', 'none', 'mine']);
    expect(mergedText(pieces, [])).toBe(text('Theirs', 'Two', 'Mine'));
    expect(mergedText(pieces, ['mine'])).toBe(text('One', 'Two', 'Mine'));
  });

  it('are one choice where both changed the same piece', () => {
    const pieces = mergePieces(base, text('One', 'Mine', 'Three'), text('One', 'Theirs', 'Three'));
    expect(kinds(pieces)).toEqual(['none', 'both', 'none']);
    expect(mergedText(pieces, [])).toBe(text('One', 'Mine', 'Three'));
    expect(mergedText(pieces, [undefined, 'theirs'])).toBe(text('One', 'Theirs', 'Three'));
    expect(mergedText(pieces, [undefined, 'both'])).toBe(text('One', 'Mine', 'Theirs', 'Three'));
  });

  it('keep what was added and removed', () => {
    const pieces = mergePieces(base, text('One', 'Two', 'New', 'Three'), text('One', 'Three'));
    expect(
      mergedText(
        pieces,
        pieces.map(() => 'mine'),
      ),
    ).toBe(text('One', 'Two', 'New', 'Three'));
    expect(
      mergedText(
        pieces,
        pieces.map(() => 'theirs'),
      ),
    ).toBe(text('One', 'Three'));
  });

  it.each([
    ['', 'Mine', 'Theirs'],
    ['Start.', 'Start. Mine.', 'Start. Theirs.'],
    ['a\n\nb\n\nc', 'b\n\nc\n\na', 'c\n\nb\n\na\n'],
    [base, `${base}\n`, text('One')],
    ['<p>a</p><p>b</p>', '<p>b</p><p>a</p>', '<div>'],
  ])('are each found again, to the last character: %s', (begun, mine, theirs) => {
    const pieces = mergePieces(begun, mine, theirs);
    expect(
      mergedText(
        pieces,
        pieces.map(() => 'mine'),
      ),
    ).toBe(mine);
    expect(
      mergedText(
        pieces,
        pieces.map(() => 'theirs'),
      ),
    ).toBe(theirs);
    expect(mergedText(mergePieces(begun, begun, theirs), [])).toBe(theirs);
    expect(mergedText(mergePieces(begun, mine, begun), [])).toBe(mine);
  });
});
