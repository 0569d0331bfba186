import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { describe, expect, it } from 'vitest';

const read = (path: string) => readFileSync(join(import.meta.dirname, path), 'utf8');

/** The folders in the order that forms.ts states. */
const order = /beside this one:\s+\* ([\w, ]+)\./.exec(read('forms.ts'))?.[1]?.split(', ') ?? [];

const files = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' }).filter(
  (path) => path.endsWith('.ts') && !path.endsWith('.test.ts'),
);

describe('the folders of forms', () => {
  it('are all named', () => {
    const folders = new Set(files.map((path) => dirname(path)).filter((folder) => folder !== '.'));
    expect([...folders].toSorted()).toEqual(order.toSorted());
  });

  it('import one way', () => {
    const back = files.flatMap((path) => {
      const folder = dirname(path);
      const targets = [...read(path).matchAll(/from '(\.[^']+)'/g)].map(([, target = '']) =>
        normalize(join(folder, target)),
      );
      const inside = targets.filter((target) => !target.startsWith('..'));
      const isBack = (target: string) => folder !== '.' && order.indexOf(dirname(target)) > order.indexOf(folder);
      const isOut = (target: string) => folder !== '.' && dirname(target) === '.';
      return inside.filter((target) => isBack(target) || isOut(target)).map((target) => `${path} -> ${target}`);
    });
    expect(files.length).toBeGreaterThan(30);
    expect(back).toEqual([]);
  });
});
