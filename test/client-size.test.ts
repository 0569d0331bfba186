import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { expect, it } from 'vitest';

it.each([
  ['platen/client', '../src/client/client.ts', 5_000],
  ['platen/preview', '../src/front-end/preview.ts', 2_000],
])('%s is smaller than it says, for browsers, minified and compressed', async (name, path, most) => {
  const { outputFiles, metafile } = await build({
    entryPoints: [fileURLToPath(new URL(path, import.meta.url))],
    bundle: true,
    minify: true,
    format: 'esm',
    platform: 'browser',
    target: 'es2022',
    write: false,
    metafile: true,
  });
  const [file] = outputFiles;
  const bytes = gzipSync(file?.contents ?? new Uint8Array(), { level: 9 }).length;
  console.log(`${name}: ${file?.contents.length} bytes, ${bytes} compressed`);
  expect(bytes).toBeLessThan(most);
  expect(bytes).toBeGreaterThan(500);
  // Nothing but itself: no package, and nothing of Node.
  const folder = path.replace(/^\.\.\/|[\w-]+\.ts$/g, '');
  const isOwn = (input: string) => input.replace(/[\w-]+\.ts$/, '').endsWith(folder);
  expect(Object.keys(metafile.inputs).filter((input) => !isOwn(input))).toEqual([]);
});
