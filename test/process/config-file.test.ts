import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { run, startServer, temporaryFolder } from '../support/server-process.ts';

const folder = await temporaryFolder();
afterAll(folder.remove);

const definition = fileURLToPath(new URL('../../src/index.ts', import.meta.url));

/** An extension with one route, without the help of types. */
const greeter = (name: string): string => `{
  name: '${name}',
  routes: () => [{ methods: ['GET'], path: '/${name}/v1/hello', summary: 'Say it.', args: {}, permit: () => {},
    handle: () => ({ body: '${name}' }), body: 'fields', shareable: true }],
}`;

describe('a configuration file', () => {
  it('declares content that every process of the server serves; the environment wins over it', async () => {
    const file = join(folder.path, 'platen.config.ts');
    await writeFile(
      file,
      `import { defineConfig } from '${definition}';
       export default defineConfig({
         port: 1,
         adminPassword: 'from the file',
         workers: 2,
         postTypes: [{ name: 'product', restBase: 'products', supports: ['title', 'custom-fields'],
           meta: { price: { type: 'number', mayRead: (caller) => caller.can('edit_posts') } } }],
       });`,
    );
    const server = await startServer({
      dataDir: join(folder.path, 'site'),
      env: { PLATEN_CONFIG: file, PLATEN_LOG_LEVEL: 'silent' },
    });
    try {
      const authorization = `Basic ${Buffer.from('admin:from the file').toString('base64')}`;
      const made = await fetch(`${server.url}/wp-json/wp/v2/products`, {
        method: 'POST',
        headers: { authorization, 'content-type': 'application/json' },
        body: JSON.stringify({ title: 'Lamp', status: 'publish', meta: { price: 7.5 } }),
      });
      expect(made.status).toBe(201);
      expect(await made.json()).toMatchObject({ meta: { price: 7.5 }, slug: 'lamp' });
      // New connections reach the workers in turn.
      for (let i = 0; i < 4; i++) {
        const seen = await fetch(`${server.url}/wp-json/wp/v2/products?slug=lamp&n=${i}`, {
          headers: { connection: 'close' },
        });
        expect(await seen.json()).toMatchObject([{ meta: [], title: { rendered: 'Lamp' } }]);
      }
    } finally {
      expect(await server.stop()).toBe(0);
    }
  });

  it('brings extensions (values, paths, packages) and a theme to every process of the server', async () => {
    const site = join(folder.path, 'extended');
    await mkdir(join(site, 'node_modules/packaged'), { recursive: true });
    await mkdir(join(site, 'theme'));
    await writeFile(join(site, 'by-path.ts'), `export default ${greeter('by-path')}`);
    await writeFile(
      join(site, 'node_modules/packaged/package.json'),
      JSON.stringify({ name: 'packaged', type: 'module', exports: { '.': { default: './index.js' } } }),
    );
    await writeFile(join(site, 'node_modules/packaged/index.js'), `export default ${greeter('packaged')}`);
    await writeFile(
      join(site, 'theme/index.ts'),
      `import { defineTheme, html } from 'platen/theme';
       export default defineTheme({ name: 'mine', layout: (page, main) => html\`<!doctype html><i>mine</i>\${main}\` });`,
    );
    await writeFile(
      join(site, 'platen.config.ts'),
      `import { defineConfig } from '${definition}';
       const value = ${greeter('value')};
       export default defineConfig({ workers: 2, theme: './theme', extensions: [value, './by-path.ts', 'packaged'] });`,
    );
    const server = await startServer({ cwd: site, dataDir: join(site, 'data'), env: { PLATEN_LOG_LEVEL: 'silent' } });
    try {
      for (const name of ['value', 'by-path', 'packaged', 'value', 'by-path', 'packaged']) {
        const said = await fetch(`${server.url}/wp-json/${name}/v1/hello`, { headers: { connection: 'close' } });
        expect(await said.json()).toBe(name);
        const page = await fetch(`${server.url}/`, { headers: { connection: 'close' } });
        expect(await page.text()).toContain('<i>mine</i>');
      }
      const listed = await run(['extension', 'list'], { PLATEN_DATA_DIR: join(site, 'data') }, site);
      for (const name of ['value', 'by-path', 'packaged']) expect(listed.output).toContain(name);
    } finally {
      expect(await server.stop()).toBe(0);
    }
  });

  it.each([
    ['extensions: "shop"', /extensions must be a list of extensions, names of packages, or paths/],
    ['extensions: [7]', /number 1/],
    ['extensions: [null]', /number 1/],
    ['extensions: [{ name: "Bad name" }]', /name.*must be a word of letters in lower case/],
    ['extensions: [{ name: "shop", rotues: () => [] }]', /rotues/],
    ['extensions: ["./missing.ts"]', /"\.\/missing\.ts" could not be loaded/],
    ['extensions: ["no-such-package"]', /"no-such-package" could not be loaded/],
    ['extensions: [{ name: "twice" }, { name: "twice" }]', /"twice" is loaded twice/],
    ['extensionOptions: 7', /extensionOptions must be an object/],
    ['extensionOptions: { PLATEN_SHOP_MOST: 3 }', /There is no setting shopMost/],
    ['theme: 7', /theme/],
    ['theme: "./missing"', /PLATEN_THEME "\.\/missing" is neither a folder nor an installed package/],
  ])('with %s stops the program with a sentence', async (members, sentence) => {
    const file = join(folder.path, 'bad.config.ts');
    await writeFile(file, `export default { ${members} };`);
    const ended = await run(['serve'], {
      PLATEN_CONFIG: file,
      PLATEN_DATA_DIR: join(folder.path, 'bad'),
      PLATEN_PORT: '0',
    });
    expect(ended.output).toMatch(sentence);
    expect(ended.output).not.toMatch(/\n\s+at /);
    expect(ended.status).toBe(1);
  });

  it('with a mistake stops the program with a sentence, before anything is made', async () => {
    const file = join(folder.path, 'wrong.json');
    await writeFile(file, JSON.stringify({ postTypes: [{ name: 'product', suports: [] }] }));
    const dataDir = join(folder.path, 'never');
    const ended = await run(['serve'], { PLATEN_CONFIG: file, PLATEN_DATA_DIR: dataDir });
    expect(ended.status).toBe(1);
    expect(ended.output.trim()).toMatch(/wrong\.json: postTypes\[0\] has no member suports\. Did you mean supports\?$/);
    expect(existsSync(dataDir)).toBe(false);
  });
});
