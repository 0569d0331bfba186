// Joins the compiled modules into a few files: loading over a thousand of them is most of the time that a start takes.
import { copyFileSync, globSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, transform } from 'esbuild';

/** The folder for the joined modules; all are in one, so that the way from them to any other file is the same. */
const folder = 'bundle';

/** Packages that are joined too, because they have many modules; the others are loaded from where they are installed. */
const joined = [
  ...['kysely', 'lru-cache', 'hono', '@noble/hashes', 'parse5', 'parse5-htmlparser2-tree-adapter', 'entities'],
  ...['css-select', 'css-what', 'boolbase', 'nth-check', 'domutils', 'domhandler', 'domelementtype', 'dom-serializer'],
];
const isJoined = (path) => joined.some((name) => path === name || path.startsWith(`${name}/`));

/**
 * Joins the modules of a folder. Those that the entries in `imported` reach become one program, which shares every module,
 * and in the place of each entry is one that passes on what it exports. Those that a thread or process runs are joined
 * apart. `kept` is a pattern of further modules that stay as they are; the others are removed.
 */
export async function bundle(dist, { imported, run, kept }) {
  const common = {
    absWorkingDir: dist,
    bundle: true,
    platform: 'node',
    target: 'node22.16',
    logLevel: 'warning',
    // Maps lead to files and lines; the sources in them would be larger than the program.
    sourcesContent: false,
    // The package says that its modules do nothing by being imported; that is for those who use it.
    ignoreAnnotations: true,
  };
  const asModules = { ...common, format: 'esm', splitting: true, metafile: true, outdir: folder };
  const { metafile } = await build({
    ...asModules,
    entryPoints: namedEntries(imported),
    write: false,
    plugins: [ownModules(dist, 'import.meta.url')],
  });
  await build({
    ...common,
    stdin: { contents: imported.map(entryLine).join('\n'), resolveDir: dist, sourcefile: 'program.js' },
    outfile: `${folder}/program.cjs`,
    format: 'cjs',
    sourcemap: true,
    banner: { js: programHead },
    plugins: [ownModules(dist, 'programUrl')],
  });
  await build({
    ...asModules,
    entryPoints: namedEntries(run),
    sourcemap: true,
    plugins: [ownModules(dist, 'import.meta.url')],
  });
  const program = join(dist, folder, 'program.cjs');
  writeFileSync(program, withEscapes(withOwnImports(readFileSync(program, 'utf8'))));
  copyFileSync(fileURLToPath(new URL('bundle-loader.mjs', import.meta.url)), join(dist, folder, 'load.js'));
  const stays = new Set([...globSync(kept, { cwd: dist }), ...globSync(`${folder}/**`, { cwd: dist })]);
  for (const path of globSync('**/*.js', { cwd: dist })) {
    if (stays.has(path)) continue;
    rmSync(join(dist, path));
    rmSync(join(dist, `${path}.map`), { force: true });
  }
  for (const entry of imported) {
    const names = metafile.outputs[`${folder}/${nameOf(entry)}.js`].exports;
    const loader = wayFrom(entry, `${folder}/load.js`);
    writeFileSync(
      join(dist, entry),
      `import { load } from '${loader}';\nexport const { ${names.join(', ')} } = load('${entry}');\n`,
    );
  }
  for (const entry of run)
    writeFileSync(join(dist, entry), `import '${wayFrom(entry, `${folder}/${nameOf(entry)}.js`)}';\n`);
  writeFileSync(join(dist, folder, 'licenses.txt'), joined.map((name) => licenceOf(dist, name)).join('\n'));
}

/** The loader passes on its own way of importing; the runtime has none for code that it did not load itself. */
const programHead = [
  "'use strict';",
  "const programUrl = require('node:url').pathToFileURL(__filename);",
  'const programImport = module.importModule ?? ((path) => import (path));',
].join(' ');

const withOwnImports = (text) => text.replace(/\bimport\(/g, 'programImport(');

/**
 * Only texts of plain characters are kept with one byte for each. In patterns and templates, an escape is the character
 * itself; in other places there is none left.
 */
const withEscapes = (text) =>
  text.replace(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);

const entryLine = (entry) => `exports[${JSON.stringify(entry)}] = () => require('./${entry}');`;

/** The name of an entry's file; threads find theirs by the path of the entry, not by this. */
const nameOf = (entry) => entry.replace(/\.js$/, '').replaceAll('/', '-');

const namedEntries = (entries) => Object.fromEntries(entries.map((entry) => [nameOf(entry), entry]));

function wayFrom(entry, target) {
  const way = relative(dirname(entry), target).split(sep).join('/');
  return way.startsWith('.') ? way : `./${way}`;
}

/** A module knows the files beside it by its own address, which is no longer that of its code; `here` is the code's. */
function ownModules(dist, here) {
  return {
    name: 'own modules',
    setup({ onLoad, onResolve }) {
      onResolve({ filter: /^[^./]/ }, ({ path, kind }) =>
        kind === 'entry-point' || isJoined(path) ? undefined : { path, external: true },
      );
      onLoad({ filter: /\.js$/ }, async ({ path }) => {
        const within = relative(dist, path);
        // Others' modules have more comments than code.
        if (within.startsWith('..'))
          return { contents: (await transform(readFileSync(path, 'utf8'), { minifyWhitespace: true })).code };
        const address = `new URL(${JSON.stringify(`../${within.split(sep).join('/')}`)}, ${here}).href`;
        return { loader: 'js', contents: readFileSync(path, 'utf8').replaceAll('import.meta.url', address) };
      });
    },
  };
}

function licenceOf(dist, name) {
  const at = join(dist, '../node_modules', name);
  const [file] = globSync('LICENSE*', { cwd: at });
  if (file === undefined) throw new Error(`The package ${name} has no file with its licence.`);
  return `${name}\n\n${readFileSync(join(at, file), 'utf8')}`;
}
