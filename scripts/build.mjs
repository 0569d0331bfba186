// Builds the package: JavaScript with source maps, the types that its entries show, and the files they read.
//   node scripts/build.mjs
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, globSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundle } from './bundle.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const dist = join(root, 'dist');

rmSync(dist, { recursive: true, force: true });
compile();
const renderer = digestOf('text/**/*.js');
await bundle(dist, { ...entryModules(), kept: '{client,front-end}/**/*.js' });
buildAdmin();
copyAssets();
writeFileSync(join(dist, 'site/renderer-digest.txt'), renderer);
pruneMaps();
const kept = pruneTypes();
console.log(`Built ${globSync('**/*.js', { cwd: dist }).length} modules and ${kept} type files.`);

function compile() {
  const compiler = join(root, 'node_modules/typescript/bin/tsc');
  const { status } = spawnSync(process.execPath, [compiler, '-p', 'tsconfig.build.json'], {
    cwd: root,
    stdio: 'inherit',
  });
  if (status !== 0) process.exit(status ?? 1);
}

/** A digest of compiled modules, for telling two builds of them apart. */
function digestOf(pattern) {
  const digest = createHash('sha256');
  for (const path of globSync(pattern, { cwd: dist }).sort()) digest.update(readFileSync(join(dist, path)));
  return digest.digest('base64url');
}

/** What others import, and what threads and processes run; what front ends use stays as it is, for their bundlers. */
function entryModules() {
  const { exports: entries } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const imported = Object.values(entries).flatMap((entry) => (entry.default ? [relative('dist', entry.default)] : []));
  const run = globSync('**/*.js', { cwd: dist }).flatMap((path) =>
    Array.from(
      readFileSync(join(dist, path), 'utf8').matchAll(/siblingModuleUrl\('(\.\/[^']+)', import\.meta\.url\)/g),
      ([, name]) => join(dirname(path), `${name}.js`),
    ),
  );
  const own = new Set([...imported.filter((path) => !/^(?:client|front-end)\//.test(path)), 'main.js']);
  return { imported: [...own], run: [...new Set(run)].filter((path) => !own.has(path)) };
}

/** The admin page, as the package ships it. */
function buildAdmin() {
  const vite = join(root, 'node_modules/vite/bin/vite.js');
  const built = ['build', '--config', 'admin/vite.config.ts', '--logLevel', 'warn'];
  const { status } = spawnSync(process.execPath, [vite, ...built], { cwd: root, stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
}

/** Files that modules read at run time, beside them. */
function copyAssets() {
  for (const path of globSync('src/**/*.{css,client.js}', { cwd: root }))
    cpSync(join(root, path), join(dist, relative('src', path)));
}

/** A module of types alone has no code that a map could lead to. */
function pruneMaps() {
  for (const path of globSync('**/*.js', { cwd: dist })) {
    const file = join(dist, path);
    if (!/^export \{\};\s*\/\/# sourceMappingURL=\S+\s*$/.test(readFileSync(file, 'utf8'))) continue;
    writeFileSync(file, 'export {};\n');
    rmSync(`${file}.map`);
  }
}

/** Keeps the type files that the entries reach, with specifiers that every compiler resolves; others serve nobody. */
function pruneTypes() {
  const { exports: entries } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const waiting = Object.values(entries).flatMap((entry) => (entry.types ? [resolve(root, entry.types)] : []));
  const reached = new Set();
  for (let file = waiting.pop(); file; file = waiting.pop()) {
    if (reached.has(file)) continue;
    reached.add(file);
    const text = readFileSync(file, 'utf8').replace(/(['"])(\.{1,2}\/[^'"]*)\.ts\1/g, (_, quote, path) => {
      waiting.push(resolve(dirname(file), `${path}.d.ts`));
      return `${quote}${path}.js${quote}`;
    });
    writeFileSync(file, text);
  }
  for (const path of globSync('**/*.d.ts', { cwd: dist })) if (!reached.has(join(dist, path))) rmSync(join(dist, path));
  return reached.size;
}
