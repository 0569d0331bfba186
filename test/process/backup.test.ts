import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkDatabase } from '../../src/storage/sqlite/copy-database.ts';
import { type KillableSite, killableSite, run, startServer, temporaryFolder } from '../support/server-process.ts';

const program = fileURLToPath(new URL('../../bin/platen.mjs', import.meta.url));
const authorization = `Basic ${Buffer.from('admin:password').toString('base64')}`;
const folder = await temporaryFolder();
afterAll(folder.remove);

const settings = { PLATEN_LOG_LEVEL: 'error', PLATEN_THROTTLE: 'off', PLATEN_BASIC_ACCOUNT_PASSWORD: 'on' };
const at = (name: string) => join(folder.path, name);
const restoreTo = (name: string, file: string, ...flags: string[]) =>
  run(['restore', file, ...flags], { ...settings, PLATEN_DATA_DIR: at(name) });

/** Writes posts and files as quickly as the site takes them, until it is told to stop or the site is gone. */
let hammers = 0;
function hammer(origin: string) {
  hammers += 1;
  const run = `h${hammers}`;
  const [begun, acknowledged]: [string[], string[]] = [[], []];
  let isOn = true;
  const ask = async (path: string, headers: Record<string, string>, body: string) => {
    const answer = await fetch(`${origin}/wp-json/wp/v2/${path}`, {
      method: 'POST',
      headers: { authorization, ...headers },
      body,
    }).catch(() => null);
    return answer?.status === 201;
  };
  const writer = async (name: string): Promise<void> => {
    for (let i = 0; isOn; i += 1) {
      const title = `${run}-${name}-${i}`;
      begun.push(title);
      const done =
        i % 5 === 4
          ? await ask('media', { 'content-disposition': `attachment; filename="${title}.txt"` }, `file ${title}`)
          : await ask('posts', { 'content-type': 'application/json' }, JSON.stringify({ title, status: 'publish' }));
      if (!done) return;
      acknowledged.push(title);
    }
  };
  const writers = [writer('a'), writer('b'), writer('c')];
  return {
    /** Whatever may have been stored: also what was not answered. */
    begun,
    acknowledged,
    reached: (count: number) => expect.poll(() => acknowledged.length, { timeout: 300_000 }).toBeGreaterThan(count),
    async stop() {
      isOn = false;
      await Promise.all(writers);
    },
  };
}

/** The titles a site has, after every file that it names was read. */
async function titlesOf(origin: string): Promise<Set<string>> {
  const titles = new Set<string>();
  for (const [kind, field] of [
    ['posts', 'title'],
    ['media', 'title'],
  ] as const) {
    for (let page = 1; ; page += 1) {
      const answer = await fetch(`${origin}/wp-json/wp/v2/${kind}?per_page=100&page=${page}`);
      if (!answer.ok) break;
      const rows = (await answer.json()) as { [name in typeof field]: { rendered: string } }[];
      for (const row of rows) {
        titles.add(row[field].rendered);
        if (kind === 'posts') continue;
        const { source_url: url } = row as unknown as { source_url: string };
        const file = await fetch(origin + new URL(url).pathname);
        expect(await file.text()).toBe(`file ${row[field].rendered}`);
      }
      if (rows.length < 100) break;
    }
  }
  return titles;
}

async function titlesIn(name: string): Promise<Set<string>> {
  const server = await startServer({ dataDir: at(name), env: settings });
  try {
    return await titlesOf(server.url);
  } finally {
    await server.stop();
  }
}

describe('a backup of a site that is written to', () => {
  let site: KillableSite;
  beforeAll(async () => {
    site = await killableSite();
  });
  afterAll(() => site.remove());

  it('has everything that was acknowledged before it began, and nothing by halves, though the server was killed', async () => {
    const writing = hammer(site.origin);
    await writing.reached(20);
    const before = [...writing.acknowledged];
    expect(await site.command('backup', at('one.platen'))).toMatch(/Wrote the database and \d+ files/);
    const after = [...writing.acknowledged];
    expect(after.length).toBeGreaterThan(before.length);
    const second = site.command('backup', at('two.platen'));
    await site.kill();
    await writing.stop();
    await second;
    for (const name of ['one', 'two']) {
      const { status, output } = await restoreTo(name, at(`${name}.platen`));
      expect(output).toContain('Restored the site as of');
      expect(status).toBe(0);
    }
    const one = await titlesIn('one');
    expect(before.filter((title) => !one.has(title))).toEqual([]);
    const two = await titlesIn('two');
    expect(after.filter((title) => !two.has(title))).toEqual([]);
    expect((await readdir(at('one'))).filter((name) => name.startsWith('.restore'))).toEqual([]);
    await site.start();
  });

  it('takes the place of a site only when it is told to, and then also under its server', async () => {
    const refused = await restoreTo('one', at('two.platen'));
    expect(refused).toMatchObject({ status: 1, output: expect.stringContaining('--force') });
    const server = await startServer({ dataDir: at('one'), env: settings });
    try {
      const expected = await titlesIn('two');
      const writing = hammer(server.url);
      await writing.reached(10);
      const forced = await restoreTo('one', at('two.platen'), '--force');
      expect(forced).toMatchObject({ status: 0 });
      await writing.stop();
      const found = await titlesOf(server.url);
      expect([...expected].filter((title) => !found.has(title))).toEqual([]);
      expect([...found].filter((title) => !expected.has(title) && !writing.begun.includes(title))).toEqual([]);
    } finally {
      await server.stop();
    }
  });

  it('leaves the old site or the new one when the restore is killed at any moment', async () => {
    const postsIn = async (name: string) => [...(await titlesIn(name))].filter((title) => !/[49]$/.test(title)).sort();
    await restoreTo('other', at('one.platen'));
    const states = [await postsIn('two'), await postsIn('other')];
    expect(states[0]).not.toEqual(states[1]);
    for (const pauseMs of [300, 600, 900, 1200]) {
      const child = spawn(process.execPath, [program, 'restore', at('one.platen'), '--force'], {
        env: { ...process.env, ...settings, PLATEN_DATA_DIR: at('two') },
        stdio: 'ignore',
      });
      const ended = once(child, 'exit');
      await sleep(pauseMs);
      child.kill('SIGKILL');
      await ended;
      await expect(checkDatabase(join(at('two'), 'platen.db'), 'wp_')).resolves.toBeTruthy();
      expect(states).toContainEqual(await postsIn('two'));
    }
  });

  it('is refused with a sentence where it is damaged, and nothing changes', async () => {
    const whole = await readFile(at('one.platen'));
    await restoreTo('kept', at('one.platen'));
    const database = await readFile(join(at('kept'), 'platen.db'));
    const spoilt = (share: number) => {
      const copy = Buffer.from(whole);
      const start = Math.floor(whole.length * share);
      for (let i = start; i < Math.min(start + 8, whole.length); i += 1) copy[i] = copy[i]! ^ 0xff;
      return copy;
    };
    const damaged = [
      spoilt(0),
      spoilt(0.3),
      spoilt(0.6),
      spoilt(0.9),
      whole.subarray(0, whole.length / 2),
      Buffer.from('x'),
    ];
    for (const bytes of damaged) {
      await writeFile(at('damaged.platen'), bytes);
      const { status, output } = await restoreTo('kept', at('damaged.platen'), '--force');
      expect(output).toMatch(/damaged|cut off|not a backup/);
      expect(output).toContain('Nothing was changed.');
      expect(output).not.toMatch(/\n\s+at /);
      expect(status).toBe(1);
      expect((await readFile(join(at('kept'), 'platen.db'))).equals(database)).toBe(true);
      const fresh = await restoreTo('never', at('damaged.platen'));
      expect(fresh.status).toBe(1);
      expect(existsSync(at('never'))).toBe(false);
    }
  });
});

describe('a continuous backup', () => {
  it('says that a point could not be written, and goes on when it can be', async () => {
    const site = await killableSite();
    const target = at('faulty');
    const child = spawn(process.execPath, [program, 'backup', '--continuous', target, '--every', '0.2'], {
      env: { ...process.env, ...settings, PLATEN_DATA_DIR: site.dataDir },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let [output, errors] = ['', ''];
    child.stdout.on('data', (chunk) => {
      output += chunk;
    });
    child.stderr.on('data', (chunk) => {
      errors += chunk;
    });
    const points = () => output.match(/ pages, /g)?.length ?? 0;
    const writing = hammer(site.origin);
    try {
      await expect.poll(points, { timeout: 300_000 }).toBeGreaterThan(0);
      await rename(target, `${target}-away`);
      await writeFile(target, 'in the way');
      await expect.poll(() => errors, { timeout: 300_000 }).toContain('The background job "continuous backup" failed');
      await rm(target);
      await rename(`${target}-away`, target);
      const before = points();
      await expect.poll(points, { timeout: 300_000 }).toBeGreaterThan(before);
      child.kill('SIGTERM');
      expect(await once(child, 'exit')).toEqual([0, null]);
    } finally {
      child.kill('SIGKILL');
      await writing.stop();
      await site.remove();
    }
  });

  it('goes back to any of its points, though site and backup were killed', async () => {
    const site = await killableSite();
    const target = at('points');
    const child = spawn(process.execPath, [program, 'backup', '--continuous', target, '--every', '0.2'], {
      env: { ...process.env, ...settings, PLATEN_DATA_DIR: site.dataDir },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let output = '';
    child.stdout.on('data', (chunk) => {
      output += chunk;
    });
    const pointTimes = () => [...output.matchAll(/^(\S+Z) {2}\d+ pages/gm)].map(([, time = '']) => time);
    try {
      await expect.poll(() => pointTimes().length, { timeout: 300_000 }).toBeGreaterThan(0);
      const writing = hammer(site.origin);
      const history: { time: number; points: number; acknowledged: string[]; begun: string[] }[] = [];
      const watch = setInterval(() => {
        const points = pointTimes().length;
        const { acknowledged, begun } = writing;
        history.push({ time: Date.now(), points, acknowledged: [...acknowledged], begun: [...begun] });
      }, 20);
      const knownBefore = (time: string) => history.findLast((one) => one.time < Date.parse(time))?.acknowledged ?? [];
      await expect.poll(() => pointTimes().length, { timeout: 300_000 }).toBeGreaterThan(5);
      await expect.poll(() => knownBefore(pointTimes().at(-1) ?? '').length, { timeout: 300_000 }).toBeGreaterThan(5);
      await site.kill();
      await writing.stop();
      clearInterval(watch);
      child.kill('SIGKILL');
      await once(child, 'exit');
      const times = pointTimes();
      let last = new Set<string>();
      for (const place of [0, Math.floor(times.length / 2), times.length - 1]) {
        const time = times[place]!;
        await rm(at('back'), { recursive: true, force: true });
        const restored = await restoreTo('back', target, '--at', time);
        expect(restored.output).toContain(`Restored the site as of ${time}`);
        const titles = await titlesIn('back');
        expect(knownBefore(time).filter((title) => !titles.has(title))).toEqual([]);
        // Nothing is in it that was sent after it was made.
        const sent = history.find((one) => one.points > place)?.begun;
        if (sent) expect([...titles].filter((title) => title.startsWith('h') && !sent.includes(title))).toEqual([]);
        expect([...last].filter((title) => !titles.has(title))).toEqual([]);
        last = titles;
      }
      const early = await restoreTo('early', target, '--at', '2001-01-01T00:00:00Z');
      expect(early).toMatchObject({ status: 1, output: expect.stringContaining('The backup begins later') });
      const [generation = ''] = (await readdir(target)).filter((name) => name.startsWith('generation-'));
      const [point = ''] = (await readdir(join(target, generation))).sort();
      await writeFile(join(target, generation, point), 'spoilt');
      const gap = await restoreTo('gap', target);
      expect(gap).toMatchObject({ status: 1, output: expect.stringMatching(/is damaged[\s\S]*Nothing was changed/) });
    } finally {
      child.kill('SIGKILL');
      await site.remove();
    }
  });
});
