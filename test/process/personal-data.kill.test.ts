import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fold } from '../../src/rules/fold.ts';
import { type KillableSite, killableSite } from '../support/server-process.ts';

const email = 'killed@private.example';
const comments = 20_000;
const authorization = `Basic ${Buffer.from('admin:password').toString('base64')}`;

let site: KillableSite;
beforeAll(async () => {
  site = await killableSite({ PLATEN_SAMPLE_CONTENT: 'on' });
});
afterAll(() => site.remove());

async function ask(path: string, body?: object) {
  const init = body ? { method: 'POST', body: JSON.stringify(body) } : {};
  const headers = { authorization, 'content-type': 'application/json' };
  const answer = await fetch(`${site.origin}/wp-json/platen/v1/personal-data${path}`, { ...init, headers });
  return (await answer.json()) as { id: number; state: string; done: number; plan: object[] };
}

function database(): DatabaseSync {
  const open = new DatabaseSync(join(site.dataDir, 'platen.db'));
  // Indexes of the site call it.
  open.function('fold', { deterministic: true }, (text) => (typeof text === 'string' ? fold(text) : text));
  return open;
}

function addComments(): void {
  const open = database();
  open.exec(`insert into wp_comments (comment_post_ID, comment_author, comment_author_email, comment_author_url,
    comment_author_IP, comment_date, comment_date_gmt, comment_content, comment_karma, comment_approved, comment_agent,
    comment_type, comment_parent, user_id)
    with recursive n(i) as (select 1 union all select i + 1 from n where i < ${comments})
    select 1, 'Killed Person', '${email}', '', '203.0.113.9', '2026-01-01 00:00:00', '2026-01-01 00:00:00', 'Text ' || i, 0,
    '1', '', 'comment', 0, 0 from n`);
  open.close();
}

function left(): number {
  const open = database();
  const row = open.prepare('select count(*) as n from wp_comments where comment_author_email = ?').get(email);
  open.close();
  return Number(row?.['n']);
}

/** Kills the server in the middle of a request's job, several times, until the job has ended. */
async function killedUntilDone(id: number, kills: number): Promise<number> {
  let count = 0;
  for (let done = -1; count < kills; count += 1) {
    const moved = async () => {
      const { state, done: now } = await ask(`/${id}`);
      return state !== 'queued' && (state !== 'running' || (now > 0 && now !== done));
    };
    await expect.poll(moved, { interval: 20 }).toBe(true);
    const { state, done: now } = await ask(`/${id}`);
    if (state !== 'running') break;
    done = now;
    await site.kill();
    await site.start();
  }
  await expect.poll(async () => (await ask(`/${id}`)).state, { interval: 200 }).toMatch(/^(?:done|failed)$/);
  expect((await ask(`/${id}`)).state).toBe('done');
  return count;
}

describe('a server that is killed', () => {
  it('goes on with an export, which is whole or not there', async () => {
    addComments();
    const { id } = await ask('', { email, action: 'export', reason: 'test' });
    await killedUntilDone(id, 2);
    const fetched = await fetch(`${site.origin}/wp-json/platen/v1/personal-data/${id}/file`, {
      headers: { authorization },
    });
    expect(fetched.status).toBe(200);
    expect((await fetched.arrayBuffer()).byteLength).toBeGreaterThan(10_000);
    const folder = join(site.dataDir, 'exchanges');
    expect(existsSync(folder) ? (await readdir(folder)).filter((name) => name.endsWith('.part')) : []).toHaveLength(0);
  });

  it('goes on with an erasure until nothing is left, and tells no more who it was', async () => {
    expect(left()).toBe(comments);
    const { id } = await ask('', { email, action: 'erase', reason: 'test' });
    const kills = await killedUntilDone(id, 2);
    expect(kills).toBeGreaterThan(0);
    expect(left()).toBe(0);
    expect(JSON.stringify(await ask(`/${id}`))).not.toContain('killed@');
    expect((await ask('/plan', { email })).plan).toEqual([]);
  });
});
