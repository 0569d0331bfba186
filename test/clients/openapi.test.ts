import { execFile } from 'node:child_process';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ClientSite, clientSite, requireClient } from './client-site.ts';

const run = promisify(execFile);
const here = fileURLToPath(new URL('.', import.meta.url));
const packages = join(here, 'node_modules');
/** Inside of this folder, so that its packages are found. */
const folder = join(here, '.guide-openapi');

/** A program as somebody writes it who has only the document. */
const program = `
import createClient from 'openapi-fetch';
import type { components, paths } from './schema';

const client = createClient<paths>({
  baseUrl: process.argv[2] ?? '',
  querySerializer: { array: { style: 'form', explode: false } },
});
const { data, error, response } = await client.GET('/wp/v2/posts', {
  params: { query: { per_page: 5, order: 'asc', include: [Number(process.argv[3])] } },
});
if (error) throw new Error(error.message);
// Without \`context\`, posts are shown as to readers.
const posts = data as components['schemas']['PostView'][];
const titles: string[] = posts.map((post) => post.title.rendered);
const missing = await client.GET('/wp/v2/posts/{id}', { params: { path: { id: 999999 } } });
const code: string | undefined = missing.error?.code;
console.log(JSON.stringify({ titles, total: response.headers.get('x-wp-total'), code }));
`;

let site: ClientSite;
beforeAll(async () => {
  site = await clientSite();
  await mkdir(folder, { recursive: true });
  const document = `${site.origin}/wp-json/platen/v1/openapi.json`;
  await run(process.execPath, [
    join(packages, 'openapi-typescript/bin/cli.js'),
    document,
    '-o',
    join(folder, 'schema.ts'),
  ]);
  await writeFile(join(folder, 'program.ts'), program);
});
afterAll(async () => {
  await site?.remove();
  await rm(folder, { recursive: true, force: true });
});

const strict = [
  '--strict',
  '--target',
  'es2022',
  '--module',
  'esnext',
  '--moduleResolution',
  'bundler',
  '--types',
  'node',
];
const compile = (...args: readonly string[]): Promise<string> =>
  run(process.execPath, [join(packages, 'typescript/bin/tsc'), ...strict, ...args], { cwd: folder }).then(
    () => '',
    ({ stdout }: { stdout: string }) => stdout,
  );

describe('a client that openapi-typescript makes from the document', () => {
  it('compiles strictly, and lists posts', async () => {
    expect(await compile('--noEmit', 'program.ts')).toBe('');
    const { stdout } = await run(process.execPath, ['program.ts', `${site.origin}/wp-json`, String(site.post.id)], {
      cwd: folder,
    });
    expect(JSON.parse(stdout)).toEqual({ titles: ['A post'], total: '1', code: 'rest_post_invalid_id' });
  });

  it('knows what the interface does not take', async () => {
    const wrong = program.replace("order: 'asc'", "order: 'up'");
    await writeFile(join(folder, 'wrong.ts'), wrong);
    expect(await compile('--noEmit', 'wrong.ts')).toContain('error TS');
  });
});

interface Problem {
  readonly ruleId: string;
  readonly severity: string;
  readonly message: string;
  readonly location: readonly { readonly pointer?: string }[];
}

it('the document has no fault that the linter of Redocly finds', async () => {
  const file = pathToFileURL(requireClient.resolve('@redocly/openapi-core')).href;
  const redocly = (await import(file)) as {
    createConfig(config: object): Promise<unknown>;
    lintFromString(of: { source: string; config: unknown }): Promise<Problem[]>;
  };
  const source = await (await fetch(`${site.origin}/wp-json/platen/v1/openapi.json`)).text();
  const config = await redocly.createConfig({ extends: ['recommended'] });
  const problems = await redocly.lintFromString({ source, config });
  const told = problems.map(({ ruleId, message, location }) => `${ruleId}: ${message} ${location[0]?.pointer ?? ''}`);
  // A site has no licence of its own to state, and a test site is at an address of the machine itself.
  expect(told.filter((one) => !/^(?:info-license|no-server-example)/.test(one))).toEqual([]);
});
