import { describe, expect, it } from 'vitest';
import packageFile from '../../package.json' with { type: 'json' };
import { bands, moduleGraph, moduleOf, modules } from './modules.ts';
import { adminSources, importsOf, packagesOf, sources } from './source-files.ts';

/** The groups of nodes that reach each other, each of more than one. */
function cycles(graph: ReadonlyMap<string, readonly string[]>): string[][] {
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

const importsByModule = () => new Map([...moduleGraph()].map(([name, { imports }]) => [name, imports]));

const bandOf = (module: string): number => bands.findIndex(([, rows]) => Object.hasOwn(rows, module));

describe('the import graph', () => {
  it('has the modules of the table, and no others', () => {
    expect([...moduleGraph().keys()].sort()).toEqual(modules.toSorted());
  });

  it('goes from the top to the bottom: no module imports from a band above its own', () => {
    const upwards = [...importsByModule()].flatMap(([from, targets]) =>
      targets.filter((to) => bandOf(to) < bandOf(from)).map((to) => `${from} → ${to}`),
    );
    expect(upwards).toEqual([]);
  });

  it('has no cycle between modules', () => {
    expect(cycles(importsByModule())).toEqual([]);
  });

  it.each([
    ['the program', sources],
    ['the admin page', adminSources],
  ])('has no cycle between files of %s, type imports included', (_of, files) => {
    const graph = new Map(files().map((path) => [path, importsOf(path)]));
    expect(graph.size).toBeGreaterThan(100);
    expect(cycles(graph)).toEqual([]);
  });

  it('lets extensions import what any extension may, and nothing else', () => {
    const more = sources()
      .filter((path) => path.startsWith('src/extensions/'))
      .flatMap((path) => importsOf(path).filter((to) => ![moduleOf(path), 'extension.ts'].includes(moduleOf(to))));
    expect(more).toEqual([]);
  });

  it('keeps the dialects apart', () => {
    expect(importsByModule().get('storage/sqlite')).not.toContain('storage/mariadb');
    expect(importsByModule().get('storage/mariadb')).not.toContain('storage/sqlite');
    expect(importsByModule().get('client')).toEqual([]);
  });

  it('names each package that an installation needs as a dependency of it, and not only of those who develop it', () => {
    const { dependencies, optionalDependencies, peerDependencies } = packageFile;
    const installed = Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies });
    const used = new Set(sources().flatMap(packagesOf));
    expect([...used].filter((name) => !installed.includes(name))).toEqual([]);
    expect(used.size).toBeGreaterThan(20);
  });

  it('would find a cycle', () => {
    const graph = new Map([
      ['a', ['b']],
      ['b', ['c']],
      ['c', ['a', 'd']],
      ['d', []],
    ]);
    expect(cycles(graph)).toEqual([['a', 'b', 'c']]);
  });
});
