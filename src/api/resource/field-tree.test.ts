import { describe, expect, it } from 'vitest';
import { fieldTree, pickTree } from './choose-fields.ts';

const item = { id: 7, title: { raw: 'a', rendered: 'A' }, tags: [1], _links: { self: [{ href: 'x' }], up: [] } };
const picked = (...paths: string[]) => pickTree(item, fieldTree(paths));

describe('names of members', () => {
  it.each<[string[], unknown]>([
    [['id'], { id: 7 }],
    [['id', 'title.rendered'], { id: 7, title: { rendered: 'A' } }],
    [['title.rendered', 'title'], { title: { raw: 'a', rendered: 'A' } }],
    [['title', 'title.rendered'], { title: { raw: 'a', rendered: 'A' } }],
    [['title.other'], { title: [] }],
    [['id.x', 'tags.0'], { tags: [] }],
    [['_links.self'], { _links: { self: [{ href: 'x' }] } }],
    [['.title', '', '.', 'id.'], { id: 7 }],
    [['constructor', '__proto__.x'], []],
  ])('%j choose what they name', (paths, expected) => {
    expect(picked(...paths)).toEqual(expected);
  });

  it('may be nested as deeply as they like', () => {
    expect(picked(`id${'.x'.repeat(100_000)}`, 'id')).toEqual({ id: 7 });
  });
});
