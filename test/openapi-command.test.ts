import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { Validator } from '@seriousme/openapi-schema-validator';
import { afterAll, beforeAll, expect, it } from 'vitest';

const bin = fileURLToPath(new URL('../bin/platen.mjs', import.meta.url));
let folder: string;
const run = (...args: readonly string[]) =>
  promisify(execFile)(process.execPath, [bin, 'openapi', ...args], { cwd: folder, maxBuffer: 50_000_000 });

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'platen-openapi-test-'));
  const declared = { postTypes: [{ name: 'product', restBase: 'products' }], siteUrl: 'https://shop.test' };
  await writeFile(join(folder, 'platen.config.json'), JSON.stringify(declared));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

it('writes the document of the configured site, and makes none', async () => {
  await run('--out', 'openapi.json');
  const document = JSON.parse(await readFile(join(folder, 'openapi.json'), 'utf8'));
  expect((await new Validator().validate(structuredClone(document))).valid).toBe(true);
  expect(document.paths).toHaveProperty(['/wp/v2/products/{id}', 'get']);
  expect(document.servers).toEqual([{ url: 'https://shop.test/wp-json' }]);
  expect((await readdir(folder)).sort()).toEqual(['openapi.json', 'platen.config.json']);
});

it('prints it, for the variant that is named', async () => {
  const [a, b, c] = await Promise.all(
    ['a', 'b', 'wordpress-7.1'].map(async (variant) => JSON.parse((await run('--variant', variant)).stdout)),
  );
  expect(a.components.parameters).toHaveProperty('fields');
  expect(a.paths).toHaveProperty(['/forms/v1/contact-forms']);
  expect(b.paths).not.toHaveProperty(['/forms/v1/contact-forms']);
  expect((await new Validator().validate(structuredClone(c))).valid).toBe(true);
  expect(c.paths).toHaveProperty(['/wp/v2/blocks', 'get']);
  expect(c.components.schemas.PostView.properties).toHaveProperty('class_list');
  expect([a, b, c].map(({ info }) => info['x-variant'])).toEqual(['a', 'b', 'c']);
  expect(c.info.description).toContain('variant C, WordPress 7.1');
});
