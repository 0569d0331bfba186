import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkExtension } from '../src/extension/load-extensions.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
let folder: string;
let blocks: string[];

beforeAll(async () => {
  const guide = await readFile(join(root, 'docs/extensions.md'), 'utf8');
  blocks = [...guide.matchAll(/^```ts\n(.*?)^```$/gms)].map(([, code = '']) =>
    code.replaceAll("'platen/extension'", "'../src/extension.ts'"),
  );
  // Inside the project, so that packages and settings are found as they are for its own files.
  folder = await mkdtemp(join(root, '.guide-'));
  for (const [i, code] of blocks.entries()) await writeFile(join(folder, `block-${i + 1}.ts`), code);
  const settings = { extends: '../tsconfig.json', include: ['*.ts'], exclude: [] };
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(settings));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

describe('the guide to extensions', () => {
  it('has only code that compiles', async () => {
    expect(blocks.length).toBeGreaterThan(8);
    const tsc = join(root, 'node_modules/typescript/bin/tsc');
    const { stdout } = await promisify(execFile)(process.execPath, [tsc, '-p', folder]).catch((error) => error);
    expect(stdout).toBe('');
  });

  it('has only extensions that load', async () => {
    let checked = 0;
    for (const i of blocks.keys()) {
      const module: { default?: unknown } = await import(join(folder, `block-${i + 1}.ts`));
      if (module.default === undefined) continue;
      expect(checkExtension(module.default, `block ${i + 1}`).name).toMatch(/^[a-z-]+$/);
      checked += 1;
    }
    expect(checked).toBeGreaterThan(7);
  });
});
