import { expect, it } from 'vitest';
import { createPlaten } from '../../../src/index.ts';
import { testPlaten } from '../../support/platen.ts';
import { huntStale } from '../../support/stale-hunt.ts';

it('two servers over one database never show less than what either has acknowledged', async () => {
  const first = await testPlaten();
  const second = await createPlaten({ ...first.platen.config, log: first.platen.log, leads: false });
  try {
    const origins = [await first.platen.listen(), await second.listen()];
    const found = await huntStale({
      writeTo: origins,
      readFrom: [...origins, ...origins],
      login: 'admin:pw-administrator',
      posts: 12,
      milliseconds: 8_000,
      leastWrites: 11,
      leastHits: 11,
    });
    expect(found.stale).toEqual([]);
    expect(found.writes).toBeGreaterThan(10);
    expect(found.hits).toBeGreaterThan(10);
  } finally {
    await second.close();
    await first.close();
  }
});
