import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { validate } from 'dockerfile-utils';
import { describe, expect, it } from 'vitest';
import manifest from '../package.json' with { type: 'json' };

const root = fileURLToPath(new URL('..', import.meta.url));
const text = readFileSync(join(root, 'Dockerfile'), 'utf8');
const lines = text.replace(/\\\n/g, ' ').split('\n');
const last = lines.slice(lines.findLastIndex((line) => line.startsWith('FROM ')));

describe('the Dockerfile', () => {
  it('has nothing that the linter minds', () => {
    expect(validate(text)).toEqual([]);
    expect(validate(`${text}\nFORM nothing\n`)).not.toEqual([]);
  });

  it('ends in an image without tools of the build, run by a user who is not root', () => {
    expect(lines.filter((line) => line.startsWith('FROM ')).length).toBeGreaterThan(2);
    expect(last.some((line) => line === 'USER node')).toBe(true);
    expect(last.findIndex((line) => line.startsWith('USER '))).toBeGreaterThan(
      last.findLastIndex((line) => line.startsWith('RUN ')),
    );
  });

  it('writes to its volume only, and says whether it is well', () => {
    const [, volume] = /^VOLUME \["(.+)"\]$/m.exec(text) ?? [];
    expect(text).toMatch(new RegExp(`PLATEN_DATA_DIR=${volume}\\b`));
    expect(last.some((line) => line.startsWith('HEALTHCHECK ') && line.includes('/readyz'))).toBe(true);
  });

  it('copies files that exist, and installs the optional packages of the versions we test with', () => {
    const copied = lines.flatMap((line) => /^COPY (?!--from)(.+) \S+$/.exec(line)?.[1]?.split(' ') ?? []);
    expect(copied.filter((path) => !existsSync(join(root, path)))).toEqual([]);
    for (const [name, range] of Object.entries(manifest.peerDependencies))
      expect(text).toContain(`${name}@${/\d+/.exec(range)?.[0]}`);
  });
});
