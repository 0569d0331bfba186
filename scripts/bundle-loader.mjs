// Loads the joined program. The runtime's own cache of compiled code has only what is compiled before a module runs; most
// functions are compiled by their first call, which takes a third of a start. So the program keeps a cache of its own, in
// the same folder, which is written when a start is over.
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import module from 'node:module';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import vm from 'node:vm';
import { crc32 } from 'node:zlib';

const file = fileURLToPath(new URL('program.cjs', import.meta.url));
const require = module.createRequire(file);

/** What is called at the start is known by then, and none of it has been dropped as unused. */
const startMs = 4_000;

const headBytes = 8;

let entries;

/** What an entry of the package exports. */
export function load(entry) {
  // The runtime knows the source maps only of what it has loaded itself.
  const folder = process.sourceMapsEnabled ? undefined : module.getCompileCacheDir?.();
  entries ??= folder === undefined ? require(file) : loadCached(join(folder, `platen-${nameOfCache(entry)}`));
  return entries[entry]();
}

/** Each installation and each command has its own, because each calls other functions. */
function nameOfCache(entry) {
  const command = entry === 'main.js' ? basename(process.argv[2] ?? '') : entry;
  return crc32(JSON.stringify([file, command])).toString(16);
}

function loadCached(path) {
  const bytes = readFileSync(file);
  const checksum = crc32(bytes);
  const source = module.wrap(bytes.toString());
  const known = readCache(path, checksum);
  const script = new vm.Script(source, {
    filename: file,
    ...(known ? { cachedData: known } : {}),
  });
  if (!known || script.cachedDataRejected) keepSoon(path, checksum, script);
  const loaded = { exports: {}, importModule: (path) => import(path) };
  script.runInThisContext()(loaded.exports, require, loaded, file, '');
  return loaded.exports;
}

/** A cache begins with the checksum of the source that it is for, and its own: damaged code would end the process. */
function readCache(path, checksum) {
  try {
    const bytes = readFileSync(path);
    const code = bytes.subarray(headBytes);
    return bytes.readUInt32LE(0) === checksum && bytes.readUInt32LE(4) === crc32(code) ? code : undefined;
  } catch {
    return undefined;
  }
}

function keepSoon(path, checksum, script) {
  const keep = () => {
    clearTimeout(timer);
    process.off('exit', keep);
    const part = `${path}.${process.pid}`;
    try {
      const code = script.createCachedData();
      const head = Buffer.alloc(headBytes);
      head.writeUInt32LE(checksum, 0);
      head.writeUInt32LE(crc32(code), 4);
      writeFileSync(part, Buffer.concat([head, code]));
      renameSync(part, path);
    } catch {
      // The next start is slower, nothing else.
    }
  };
  const timer = setTimeout(keep, startMs).unref();
  process.once('exit', keep);
}
