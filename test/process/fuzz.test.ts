import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runPart } from '../fuzz/core/run-part.ts';
import { readSeeds } from '../fuzz/core/seeds.ts';
import { parts } from '../fuzz/parts/all.ts';
import { type FuzzSite, openFuzzSite } from '../fuzz/world/fuzz-site.ts';

const seeds = await readSeeds();

describe.each(['a', 'c'] as const)('the standing attack on variant %s, briefly', (variant) => {
  let site: FuzzSite;
  beforeAll(async () => {
    site = await openFuzzSite(variant, 'sqlite');
  }, 600_000);
  afterAll(() => site.close());

  it('knows the part of every case that found something', () => {
    const unknown = seeds.filter((seed) => !parts.some(({ name }) => name === seed.part));
    expect(unknown.map(({ name }) => name)).toEqual([]);
    expect(seeds.length).toBeGreaterThan(0);
  });

  it.each(seeds)('the case "$name" finds nothing any more', async ({ part: name, input }) => {
    const part = parts.find((one) => one.name === name);
    if (!part) throw new Error(`There is no part ${name}.`);
    const outcome = await runPart(part, site, { seed: '1', seconds: 0, mostFindings: 5, known: [input] });
    expect(outcome.findings).toEqual([]);
    expect(outcome.cases).toBe(1);
  });

  it.each(parts.map(({ name }) => name))(
    'new cases of the part %s find nothing',
    async (name) => {
      const part = parts.find((one) => one.name === name);
      if (!part) throw new Error(`There is no part ${name}.`);
      const outcome = await runPart(part, site, { seed: 'fixed', seconds: 3, mostFindings: 5, known: [] });
      expect(outcome.findings).toEqual([]);
      expect(outcome.cases).toBeGreaterThan(0);
    },
    300_000,
  );

  it('leaves a server that answers', async () => {
    expect(site.watch.isDead()).toBe(false);
    expect((await fetch(`${site.origin}/wp-json/wp/v2/posts`)).status).toBe(200);
  });
});
