import { describe, expect, it } from 'vitest';
import { fold } from './fold.ts';

const same: [string, string][] = [
  ['Crème Brûlée', 'creme brulee'],
  ['STRASSE', 'straße'],
  ['Œuvre', 'oeuvre'],
  ['cafe\u0301', 'café'],
  ['ΟΔΟΣ', 'οδος'],
  ['Ёлка', 'елка'],
  ['カタカナ', 'かたかな'],
  ['ばら', 'はら'],
  ['ﬁne', 'FINE'],
  ['１２', '12'],
  ['٣', '3'],
  ['trailing  ', 'trailing'],
  ['zero\u200bwidth', 'zerowidth'],
  ['Ǆ', 'dž'],
];

const different: [string, string][] = [
  ['йод', 'иод'],
  ['Їжак', 'Іжак'],
  ['sør', 'sor'],
  ['ære', 'are'],
  ['łan', 'lan'],
  ['को', 'का'],
  ['a-b', 'a b'],
  ['resume', 'resumes'],
];

describe('fold', () => {
  it.each(same)('reads %s like %s', (a, b) => expect(fold(a)).toBe(fold(b)));

  it.each(different)('keeps %s apart from %s', (a, b) => expect(fold(a)).not.toBe(fold(b)));

  it('puts marks before digits and digits before letters', () => {
    const sorted = ['_x', '-x', '!x', '(x', '~x', '$x', '0x', '9x', 'Ax', 'ærx', 'bx', 'zx', 'Ωx', 'яx', 'かx', '一x'];
    expect(sorted.toReversed().toSorted((a, b) => (fold(a) < fold(b) ? -1 : 1))).toEqual(sorted);
  });

  it('finds the fold of a word inside the fold of a text', () => {
    expect(fold('Über den Wölken, “sagt man”').includes(fold('WOLKEN'))).toBe(true);
  });
});
