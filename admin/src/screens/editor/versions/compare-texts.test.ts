import { afterEach, describe, expect, it, vi } from 'vitest';
import { compareTexts } from './compare-texts.ts';

afterEach(() => {
  vi.restoreAllMocks();
});

const onlyHere = (pieces: ReturnType<typeof compareTexts>['before']) =>
  pieces.flatMap(({ text, isOnlyHere }) => (isOnlyHere ? [text] : []));

describe('two texts', () => {
  it('are compared word by word, however slow the machine is', () => {
    let now = 0;
    vi.spyOn(Date, 'now').mockImplementation(() => (now += 60_000));
    const { before, after } = compareTexts('Same.\nThe quick fox.', 'Same.\nThe slow fox.');
    expect([onlyHere(before), onlyHere(after)]).toEqual([['quick'], ['slow']]);
  });

  it('that share little are shown as wholly different', () => {
    const [one, other] = ['a', 'b'].map((letter) =>
      Array.from({ length: 2_000 }, (_, n) => `${letter}${n}`).join('\n'),
    );
    expect(compareTexts(one ?? '', other ?? '')).toEqual({
      before: [{ text: one, isOnlyHere: true }],
      after: [{ text: other, isOnlyHere: true }],
    });
  });
});
