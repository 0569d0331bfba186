import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client } from './support/client.ts';
import { openPair, type Pair } from './support/pair.ts';
import { inWordpress } from './support/php.ts';
import { changesBetween, readTables } from './support/tables.ts';
import { tellChanges } from './support/tell-changes.ts';

let pair: Pair;
beforeAll(async () => {
  pair = await openPair();
});
afterAll(() => pair?.close());

/** A scheduled post whose moment has passed meanwhile; both systems refuse to schedule for so soon. */
async function overdue(client: Client, word: string): Promise<number> {
  const { body } = await client.post('/wp/v2/posts', {
    title: `Due ${word}`,
    content: 'x',
    status: 'future',
    date: '2045-01-01T00:00:00',
  });
  expect(body.status).toBe('future');
  const past = '2026-01-01 00:00:00';
  await pair.database.query(`update \`${pair.facts.prefix}posts\` set post_date = ?, post_date_gmt = ? where ID = ?`, [
    past,
    past,
    body.id,
  ]);
  return body.id;
}

/** Starts a Platen that does the work with a clock, until the post can be seen. */
async function leadUntilSeen(id: number): Promise<void> {
  const leading = await openPair({ leads: true });
  try {
    await expect
      .poll(async () => (await leading.ours('anonymous').get(`/wp/v2/posts/${id}`)).status, { timeout: 300_000 })
      .toBe(200);
  } finally {
    await leading.close();
  }
}

async function rowsChanged(word: string, id: number, publish: () => Promise<void>): Promise<string[]> {
  const before = await readTables(pair.database, pair.facts.prefix);
  await publish();
  const after = await readTables(pair.database, pair.facts.prefix);
  return tellChanges(changesBetween(before, after), { ids: new Map([[id, 'post']]), word });
}

describe('a post whose time has come', () => {
  it('is published by either system, and leaves the same rows', async () => {
    const theirs = await overdue(pair.wordpress(), 'amber');
    const expected = await rowsChanged('amber', theirs, async () => {
      inWordpress(pair.facts, `check_and_publish_future_post(${theirs});`);
    });
    const ours = await overdue(pair.ours(), 'coral');
    const told = await rowsChanged('coral', ours, () => leadUntilSeen(ours));
    expect(told).toEqual(expected);
    expect(told).toContainEqual(expect.stringContaining('"post_status":"publish"'));
  });

  it('is published here when it was scheduled there', async () => {
    const id = await overdue(pair.wordpress(), 'amber');
    await leadUntilSeen(id);
    expect((await pair.wordpress('anonymous').get(`/wp/v2/posts/${id}`)).status).toBe(200);
  });
});
