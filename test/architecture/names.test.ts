import { describe, expect, it } from 'vitest';
import { read, sources } from './source-files.ts';

/** Written by a program, with names of its own. */
const generated = ['src/client/default-routes.ts'];

const declared = /^export (?:async )?(?:const|function|class|interface|type) (\w+)/gm;

describe('exported names', () => {
  it('are declared once: two different things never share one', () => {
    const files = new Map<string, Set<string>>();
    for (const path of sources().filter((one) => !generated.includes(one))) {
      for (const [, name = ''] of read(path).matchAll(declared)) {
        files.set(name, (files.get(name) ?? new Set()).add(path));
      }
    }
    expect(files.size).toBeGreaterThan(1000);
    const shared = [...files].filter(([, paths]) => paths.size > 1).map(([name, paths]) => [name, ...paths]);
    expect(shared).toEqual([]);
  });
});
