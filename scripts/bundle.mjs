// Joins the compiled modules into a few files: loading over a thousand of them is most of the time that a start takes.
import { globSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { build } from 'esbuild';

/** The folder for the joined modules; all are in one, so that the way from them to any other file is the same. */
const folder = 'bundle';

/** Packages that are joined too, because they have many modules; the others are loaded from where they are installed. */
const joined = ['kysely', 'parse5', 'entities', 'lru-cache', 'hono', '@noble/hashes'];
const isJoined = (path) => joined.some((name) => path === name || path.startsWith(`${name}/`));

/**
 * Joins the modules that these entries of a folder reach, and leaves in the place of each entry one that passes on what
 * it exports. `kept` is a pattern of further modules that stay as they are; the others are removed.
 */
export async function bundle(dist, { entries, kept }) {
  const { metafile } = await build({
    absWorkingDir: dist,
    entryPoints: Object.fromEntries(entries.map((entry) => [nameOf(entry), entry])),
    outdir: folder,
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node22.16',
    sourcemap: true,
    metafile: true,
    logLevel: 'warning',
    // The package says that its modules do nothing by being imported; that is for those who use it.
    ignoreAnnotations: true,
    plugins: [ownModules(dist)],
  });
  const stays = new Set([...globSync(kept, { cwd: dist }), ...globSync(`${folder}/**`, { cwd: dist })]);
  for (const path of globSync('**/*.js', { cwd: dist })) {
    if (stays.has(path)) continue;
    rmSync(join(dist, path));
    rmSync(join(dist, `${path}.map`), { force: true });
  }
  for (const entry of entries) writeFileSync(join(dist, entry), passingOn(entry, metafile));
  writeFileSync(join(dist, folder, 'licenses.txt'), joined.map((name) => licenceOf(dist, name)).join('\n'));
}

/** The name of an entry's file; threads find theirs by the path of the entry, not by this. */
const nameOf = (entry) => entry.replace(/\.js$/, '').replaceAll('/', '-');

function passingOn(entry, { outputs }) {
  const built = `${folder}/${nameOf(entry)}.js`;
  const way = relative(dirname(entry), built).split(sep).join('/');
  const specifier = way.startsWith('.') ? way : `./${way}`;
  return outputs[built].exports.length === 0 ? `import '${specifier}';\n` : `export * from '${specifier}';\n`;
}

/** A module knows the files beside it by its own address, which is no longer that of its code. */
function ownModules(dist) {
  return {
    name: 'own modules',
    setup({ onLoad, onResolve }) {
      onResolve({ filter: /^node:http$/ }, ({ path }) => ({ path, namespace: 'runtime' }));
      onLoad({ filter: /./, namespace: 'runtime' }, ({ path }) => ({ loader: 'js', contents: valuesOf(path) }));
      onResolve({ filter: /^[^./]/ }, ({ path, kind }) =>
        kind === 'entry-point' || isJoined(path) ? undefined : { path, external: true },
      );
      onLoad({ filter: /\.js$/ }, ({ path }) => {
        const within = relative(dist, path);
        if (within.startsWith('..')) return undefined;
        const address = `new URL(${JSON.stringify(`../${within.split(sep).join('/')}`)}, import.meta.url).href`;
        return { loader: 'js', contents: readFileSync(path, 'utf8').replaceAll('import.meta.url', address) };
      });
    },
  };
}

/**
 * A module with the plain exports of one of the runtime. Importing that one itself would read those that are made on
 * demand, too, for which an HTTP client is loaded: most of the time that the module takes.
 */
function valuesOf(path) {
  const exported = Object.getOwnPropertyDescriptors(process.getBuiltinModule(path));
  const names = Object.keys(exported).filter((name) => 'value' in exported[name]);
  return `export const { ${names.join(', ')} } = process.getBuiltinModule(${JSON.stringify(path)});`;
}

function licenceOf(dist, name) {
  const at = join(dist, '../node_modules', name);
  const [file] = globSync('LICENSE*', { cwd: at });
  if (file === undefined) throw new Error(`The package ${name} has no file with its licence.`);
  return `${name}\n\n${readFileSync(join(at, file), 'utf8')}`;
}
