import { describe, expect, it } from 'vitest';
import { notedBlocks, noteIdsOf, textWithoutNote, withNote, withoutNote } from './note-facts.ts';

const plain = '<!-- wp:paragraph -->\n<p>Herons stand still.</p>\n<!-- /wp:paragraph -->';
const odd = '<!-- wp:heading { "level":3 , "x":1.0} -->\n<h3>Food</h3>\n<!-- /wp:heading -->';
const named = '<!-- wp:group {"metadata":{"name":"Top"},"x":1.0} --><div></div><!-- /wp:group -->';

describe('a block', () => {
  it.each([plain, odd, named, '<!-- wp:latest-posts /-->', '<!-- wp:more {"a":1} /-->'])(
    'takes a note and gives it back: %s',
    (source) => {
      const noted = withNote(source, 7);
      expect(noteIdsOf(noted)).toEqual([7]);
      expect(withNote(noted, 7)).toBe(noted);
      expect(noteIdsOf(withoutNote(noted, 7))).toEqual([]);
    },
  );

  it('keeps every other character', () => {
    expect(withNote(plain, 7)).toBe(plain.replace('paragraph -->', 'paragraph {"metadata":{"noteId":7}} -->'));
    expect(withNote(odd, 7)).toBe(odd.replace('1.0}', '1.0,"metadata":{"noteId":7}}'));
    for (const source of [plain, odd]) expect(withoutNote(withNote(source, 7), 7)).toBe(source);
    expect(withoutNote(withNote(named, 7), 7)).toContain('"metadata":{"name":"Top"}');
  });

  it('may name several', () => {
    const both = withNote(withNote(plain, 7), 9);
    expect(noteIdsOf(both)).toEqual([7, 9]);
    expect(both).toContain('"noteId":[7,9]');
    expect(withoutNote(both, 7)).toBe(withNote(plain, 9));
  });

  it.each(['{"metadata":{"noteId":"7"}}', '{"metadata":[7]}', '{"noteId":7}', '{broken "noteId"'])(
    'names none with %s',
    (facts) => {
      expect(noteIdsOf(`<!-- wp:paragraph ${facts} -->`)).toEqual([]);
    },
  );
});

describe('a text', () => {
  const text = `${withNote(odd, 3)}\n\n${plain}\n\n${withNote(plain, 2)}`;

  it('tells which blocks have notes, in its order, with how they begin', () => {
    expect(notedBlocks(text)).toEqual([
      { id: 3, excerpt: 'Food' },
      { id: 2, excerpt: 'Herons stand still.' },
    ]);
    expect(notedBlocks(plain)).toEqual([]);
  });

  it('loses one note and nothing else', () => {
    expect(textWithoutNote(text, 3)).toBe(`${odd}\n\n${plain}\n\n${withNote(plain, 2)}`);
  });
});
