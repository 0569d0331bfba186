import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));
const pages = ['configuration', 'content-types'];
const run = promisify(execFile);

interface Example {
  readonly name: string;
  readonly language: string;
  readonly code: string;
}

/** The code of a page; `platen` is this checkout, wherever the example is stored. */
async function examplesOf(page: string): Promise<Example[]> {
  const text = await readFile(join(root, 'docs', `${page}.md`), 'utf8');
  return [...text.matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm)].map(([, language = '', code = ''], i) => ({
    name: `${page}-${i}`,
    language,
    code: code.replaceAll("from 'platen'", `from '${join(root, 'src/index.ts')}'`),
  }));
}

const examples = (await Promise.all(pages.map(examplesOf))).flat();

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'platen-examples-'));
  for (const { name, language, code } of examples) {
    await mkdir(join(folder, name));
    await writeFile(join(folder, name, language === 'json' ? 'platen.config.json' : 'platen.config.ts'), code);
  }
});
afterAll(() => rm(folder, { recursive: true, force: true }));

describe('the examples in the documentation', () => {
  it('have the types that are documented', async () => {
    const { compilerOptions } = JSON.parse(await readFile(join(root, 'tsconfig.json'), 'utf8'));
    await writeFile(
      join(folder, 'tsconfig.json'),
      JSON.stringify({
        compilerOptions: {
          ...compilerOptions,
          rewriteRelativeImportExtensions: false,
          typeRoots: [join(root, 'node_modules/@types')],
        },
        include: ['*/*.ts'],
      }),
    );
    await writeFile(join(folder, 'package.json'), '{ "type": "module" }');
    const checked = run(join(root, 'node_modules/.bin/tsc'), ['-p', folder]).catch((error) => error);
    expect((await checked).stdout).toBe('');
  });

  it.each(examples.filter(({ code }) => !code.includes('createPlaten')).map(({ name }) => name))(
    '%s is a configuration that the program accepts',
    async (name) => {
      const program = join(root, 'scripts/run.mjs');
      const { stdout } = await run(process.execPath, [program, 'config', '--json'], { cwd: join(folder, name) });
      const { file, options, content } = JSON.parse(stdout);
      expect(file).toMatch(/^platen\.config\.(?:ts|json)$/);
      const set = options.filter((row: { origin: string }) => row.origin === 'file').length;
      expect(set + Object.keys(content).length).toBeGreaterThan(0);
    },
  );

  it.each(examples.filter(({ code }) => code.includes('createPlaten')).map(({ name }) => name))(
    '%s is a program that runs',
    async (name) => {
      const cwd = join(folder, name);
      const { stdout } = await run(process.execPath, [join(cwd, 'platen.config.ts')], { cwd });
      expect(stdout).toContain('http://127.0.0.1:');
    },
  );
});
