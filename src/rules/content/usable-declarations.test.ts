import { expect, it } from 'vitest';
import { usableDeclarations } from './usable-declarations.ts';

it('leaves out what has a reserved name, and fields that do not fit, and says why', () => {
  const skipped: string[] = [];
  const usable = usableDeclarations(
    {
      postTypes: [
        { name: 'book', fields: { pages: { kind: 'integer' }, near: { kind: 'posts', to: ['gone'] } } },
        { name: 'post' },
      ],
      taxonomies: [
        { name: 'hd', restBase: 'head', postTypes: ['post'] },
        { name: 'genre', postTypes: ['book', 'gone'] },
      ],
      fieldSets: [{ object: 'user', fields: { motto: { kind: 'text' }, wp_capabilities: { kind: 'json' } } }],
    },
    { declared: [], skipped: (why) => skipped.push(why) },
  );
  expect(usable.postTypes).toEqual([{ name: 'book', taxonomies: [], fields: { pages: { kind: 'integer' } } }]);
  expect(usable.taxonomies).toEqual([{ name: 'genre', postTypes: ['book'] }]);
  expect(usable.fieldSets).toEqual([{ object: 'user', fields: { motto: { kind: 'text' } } }]);
  expect(skipped).toHaveLength(4);
  expect(skipped.join(' ')).toMatch(/post.*head.*gone.*wp_capabilities/s);
});
