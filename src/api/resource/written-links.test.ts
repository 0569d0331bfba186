import { describe, expect, it } from 'vitest';
import type { Call } from '../call.ts';
import { createKeptLinks, extendItem, writeJson, writeOnce } from './links.ts';

interface Row {
  readonly id: number;
  readonly parentId: number;
}

let reads = 0;
const linksOf = createKeptLinks<Row>(
  [
    {
      rel: 'self',
      to: ({ id }) => {
        reads += 1;
        return { href: `/rows/${id}` };
      },
    },
    { rel: 'wp:up', to: ({ parentId }) => (parentId > 0 ? { href: `/rows/${parentId}` } : null) },
  ],
  ({ id, parentId }) => `${id} ${parentId}`,
);
// The links above read nothing else of a call.
const callAt = (apiUrl: string) => ({ site: { apiUrl }, variant: { protocol: { targetHints: false } } }) as Call;
const call = callAt('http://site.test/wp-json');

describe('kept links', () => {
  it('are read once for all that is made of the same, at the same site and in the same context', () => {
    const before = reads;
    const first = linksOf({ id: 11, parentId: 2 }, call, 'view');
    expect(linksOf({ id: 11, parentId: 2 }, call, 'view')).toBe(first);
    expect(reads - before).toBe(1);
    expect(linksOf({ id: 11, parentId: 3 }, call, 'view')).not.toEqual(first);
    expect(linksOf({ id: 11, parentId: 2 }, callAt('http://other.test'), 'view')).not.toEqual(first);
    expect(reads - before).toBe(3);
  });

  it('are dropped when there are too many, and read again', () => {
    const first = linksOf({ id: 7, parentId: 0 }, call, 'view');
    for (let id = 100_000; id < 105_000; id++) linksOf({ id, parentId: 0 }, call, 'view');
    expect(linksOf({ id: 7, parentId: 0 }, call, 'view')).toEqual(first);
  });
});

describe('a body', () => {
  const links = linksOf({ id: 1, parentId: 2 }, call, 'view').shown;
  const item = { id: 1, title: 'A "quoted" one', missing: undefined, _links: links };
  const kept = { ...item };
  writeOnce(kept);
  const bodies: Readonly<Record<string, unknown>> = {
    'an item': item,
    'a list': [item, { ...item, id: 2 }],
    'a list in which not every item has kept links': [item, { _links: { self: [] } }, null, 3, undefined, 'x', []],
    'an item with a member after its links': { ...item, _embedded: { author: [] } },
    'an item that is written once': kept,
    'items with more members': [extendItem(kept, { _embedded: { author: [item] } }), extendItem(item, { more: 1 })],
    'an item with more members, of none': extendItem({}, { more: [2] }),
    'an item with a member that JSON leaves out': extendItem({ id: 1 }, { more: undefined, other: 2 }),
    'an item of links alone': { _links: links },
    'an item of links and what JSON leaves out': { missing: undefined, _links: links },
    'an envelope': { body: [item], status: 200, headers: {} },
    'an item without links': { id: 1, _links: undefined },
    'an empty list': [],
    'a text': 'text',
    null: null,
  };
  it.each(Object.entries(bodies))('is written as JSON.stringify does: %s', (_name, body) => {
    expect(writeJson(body)).toBe(JSON.stringify(body));
  });

  it('of a list that is written again is that of its items, also where it begins like another list', () => {
    const frozen = [3, 4, 5].map((id) => ({ ...item, id }));
    for (const one of frozen) writeOnce(one);
    const [first, second, third] = frozen;
    const open = { ...item, id: 6 };
    for (const list of [[first, second], [first, second], [first, third], [first], [first, open, second]]) {
      expect(writeJson(list)).toBe(JSON.stringify(list));
    }
    open.title = 'Another';
    const again = [first, open, second];
    expect(writeJson(again)).toBe(JSON.stringify(again));
  });
});
