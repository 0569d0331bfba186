import { describe, expect, it } from 'vitest';
import { importsOf, read, sources } from './source-files.ts';

/** Folders whose own folders are rooms of their own; elsewhere a room is a folder of src, or a file at its top. */
const divided: Readonly<Record<string, readonly string[] | 'all'>> = {
  wp: 'all',
  platen: 'all',
  extensions: 'all',
  storage: ['open', 'bulk', 'sqlite', 'mariadb'],
};

function roomOf(path: string): string {
  const [first = '', second = '', third] = path.replace(/^src\//, '').split('/');
  const rooms = third === undefined ? undefined : divided[first];
  return rooms === 'all' || rooms?.includes(second) ? `${first}/${second}` : first;
}

/** The table of docs/architecture.md: a room, what it is for, and the rooms it imports. */
function drawnImports(): Map<string, string[]> {
  const rows = read('docs/architecture.md').matchAll(/^\| `([\w./-]+)` \|[^|]*\| ([^|]*) \|$/gm);
  return new Map([...rows].map(([, room = '', imports = '']) => [room, names(imports)]));
}

const names = (cell: string): string[] => [...cell.matchAll(/`([\w./-]+)`/g)].map(([, name = '']) => name).sort();

function actualImports(): Map<string, string[]> {
  const found = new Map<string, Set<string>>();
  for (const path of sources()) {
    const room = roomOf(path);
    const imports = found.get(room) ?? new Set();
    for (const target of importsOf(path).map(roomOf)) if (target !== room) imports.add(target);
    found.set(room, imports);
  }
  return new Map([...found].map(([room, imports]) => [room, [...imports].sort()]));
}

/** The groups of nodes that reach each other, each of more than one. */
function circles(graph: ReadonlyMap<string, readonly string[]>): string[][] {
  const order = new Map<string, number>();
  const lowest = new Map<string, number>();
  const stack: string[] = [];
  const found: string[][] = [];
  const visit = (node: string): number => {
    const own = order.size;
    order.set(node, own);
    let low = own;
    stack.push(node);
    for (const next of graph.get(node) ?? []) {
      if (!order.has(next)) low = Math.min(low, visit(next));
      else if (stack.includes(next)) low = Math.min(low, lowest.get(next) ?? order.get(next) ?? low);
      lowest.set(node, low);
    }
    lowest.set(node, low);
    if (low === own) {
      const group = stack.splice(stack.indexOf(node));
      if (group.length > 1) found.push(group.sort());
    }
    return low;
  };
  for (const node of graph.keys()) if (!order.has(node)) visit(node);
  return found;
}

describe('the import graph', () => {
  it('is the one that docs/architecture.md shows: no import is missing there, and none is there that nobody uses', () => {
    expect(Object.fromEntries(drawnImports())).toEqual(Object.fromEntries(actualImports()));
  });

  it('has no circle between rooms', () => {
    expect(circles(actualImports())).toEqual([]);
  });

  it('has no circle between files, type imports included', () => {
    expect(circles(new Map(sources().map((path) => [path, importsOf(path)])))).toEqual([]);
  });

  it('would find a circle', () => {
    const graph = new Map([
      ['a', ['b']],
      ['b', ['c']],
      ['c', ['a', 'd']],
      ['d', []],
    ]);
    expect(circles(graph)).toEqual([['a', 'b', 'c']]);
  });
});
