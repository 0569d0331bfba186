import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { expect, it } from 'vitest';

it('the client is smaller than 5 KB, for browsers, minified and compressed', async () => {
  const { outputFiles, metafile } = await build({
    entryPoints: [fileURLToPath(new URL('../src/client/client.ts', import.meta.url))],
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
  console.log(`platen/client: ${file?.contents.length} bytes, ${bytes} compressed`);
  expect(bytes).toBeLessThan(5_000);
  expect(bytes).toBeGreaterThan(500);
  // Nothing but itself: no package, and nothing of Node.
  expect(Object.keys(metafile.inputs).every((path) => /(?:^|\/)src\/client\/[\w-]+\.ts$/.test(path))).toBe(true);
});
