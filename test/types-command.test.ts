import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';

const run = promisify(execFile);
const root = fileURLToPath(new URL('..', import.meta.url));
const compiler = join(root, 'node_modules/typescript/bin/tsc');

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'platen-types-test-'));
  const declared = { postTypes: [{ name: 'product', restBase: 'products' }] };
  await writeFile(join(folder, 'platen.config.json'), JSON.stringify(declared));
  await run(process.execPath, [join(root, 'bin/platen.mjs'), 'types', '--out', 'interface.ts'], { cwd: folder });
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** What the compiler says of a program that uses the types. */
async function compiled(program: string): Promise<string> {
  await writeFile(
    join(folder, 'program.ts'),
    `import type { PostEdit, PostView, Routes } from './interface.ts';\n${program}`,
  );
  const flags = ['--noEmit', '--strict', '--ignoreConfig', '--allowImportingTsExtensions', '--module', 'esnext'];
  return run(process.execPath, [compiler, ...flags, '--moduleResolution', 'bundler', 'program.ts'], {
    cwd: folder,
  }).then(
    () => '',
    (error: { stdout: string }) => error.stdout,
  );
}

it('makes no site', async () => {
  expect((await readdir(folder)).sort()).toEqual(['interface.ts', 'platen.config.json']);
});

it('has every field by context, the input of every operation, and the declared types', async () => {
  const program = `
    export const title = (post: PostView): string => post.title.rendered;
    export const raw = (post: PostEdit): string => post.title.raw;
    export const list: Routes['/wp/v2/posts']['GET']['input'] = { per_page: 5, order: 'asc' };
    export const products = (all: Routes['/wp/v2/products']['GET']['view']): number[] => all.map(({ id }) => id);`;
  expect(await compiled(program)).toBe('');
});

it('has the routes of the variant that is named, for the client too', async () => {
  const out = ['types', '--variant', 'c', '--out', 'today.ts'];
  await run(process.execPath, [join(root, 'bin/platen.mjs'), ...out], { cwd: folder });
  expect((await readFile(join(folder, 'today.ts'), 'utf8')).split('\n', 1)[0]).toContain('variant C, WordPress 7.1');
  const program = `
    import { createClient } from '${join(root, 'src/client/client.ts')}';
    import type { Routes as Today, PostView as TodayPost } from './today.ts';
    const client = createClient<Today>({ url: 'https://example.org' });
    export const classes = (post: TodayPost): readonly string[] => post.class_list;
    export const patterns = async (): Promise<readonly (string | undefined)[]> =>
      (await client.blocks.list({ tax_relation: 'OR' })).items.map(({ title }) => title.raw);
    export const posts = () => client.posts.list({ ignore_sticky: false, search_columns: ['post_title'] });
    export const menus = async (): Promise<string | undefined> => (await client.menus.list()).items[0]?.name;
    // @ts-expect-error variant A has no such member
    export const none = (post: PostView): unknown => post.class_list;`;
  expect(await compiled(program)).toBe('');
});

it.each([
  ['a field of another context', 'export const raw = (post: PostView): string => post.title.raw;'],
  ['a word that is none', "export const list: Routes['/wp/v2/posts']['GET']['input'] = { order: 'up' };"],
  ['a route that is none', "export type None = Routes['/wp/v2/nothing'];"],
])('refuses %s', async (_name, program) => {
  expect(await compiled(program)).toContain('error TS');
});

it('has what was made on the admin page where it is asked for', async () => {
  const site = await mkdtemp(join(tmpdir(), 'platen-types-stored-'));
  const platen = (...words: readonly string[]) =>
    run(process.execPath, [join(root, 'bin/platen.mjs'), ...words, '--data-dir', 'data'], {
      cwd: site,
      maxBuffer: 64 * 1024 * 1024,
    });
  try {
    await expect(platen('types', '--stored')).rejects.toMatchObject({ stderr: expect.stringContaining('no site') });
    const made = { postTypes: [{ name: 'book', restBase: 'books', fields: { pages: { kind: 'integer' } } }] };
    await writeFile(join(site, 'model.json'), JSON.stringify(made));
    await platen('init', '--admin-password', 'a long enough password');
    await platen('model', 'import', 'model.json');
    expect((await platen('types')).stdout).not.toContain('BookView');
    const { stdout } = await platen('types', '--stored');
    expect(stdout).toContain('BookView');
    expect(stdout).toMatch(/readonly pages\b/);
    expect((await platen('openapi', '--stored')).stdout).toContain('"/wp/v2/books"');
  } finally {
    await rm(site, { recursive: true, force: true });
  }
});
