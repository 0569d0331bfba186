import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const script = fileURLToPath(new URL('../../bench/peers/install.mjs', import.meta.url));
let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'install-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const install = (...names: string[]) =>
  spawnSync(process.execPath, [script, ...names], {
    encoding: 'utf8',
    // Where no program is found, none can install anything.
    env: { PATH: folder, PLATEN_BENCH_DIR: folder },
  });

describe('installing what the benchmark compares with', () => {
  it('names what cannot be installed and goes on with the rest', () => {
    const { status, stdout, stderr } = install();
    expect(status).toBe(1);
    expect(stdout.match(/^installing \w+$/gm)).toEqual([
      'installing wrk',
      'installing vips',
      'installing wordpress',
      'installing directus',
      'installing strapi',
      'installing emdash',
    ]);
    const named = stderr.slice(stderr.indexOf('Not installed'));
    for (const name of ['wrk: apt-get', 'vips: apt-get', 'wordpress: ', 'directus: npm', 'strapi: npm', 'emdash: npm'])
      expect(named).toContain(`  ${name}`);
  });

  it('refuses a name it does not know before it does anything', () => {
    const { status, stdout, stderr } = install('wrk', 'drupal');
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
    expect(stderr).toMatch(/There is no peer "drupal"/);
  });
});
