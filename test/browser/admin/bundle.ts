import { fileURLToPath } from 'node:url';
import { build } from 'vite';

/** One script of a module and all it imports, which puts what the module exports on `window[name]`. */
export async function bundleForBrowser(module: string, name: string): Promise<string> {
  const entry = fileURLToPath(new URL(`../../../admin/src/${module}`, import.meta.url));
  const built = await build({
    configFile: false,
    logLevel: 'error',
    define: { 'process.env.NODE_ENV': '"production"' },
    build: { write: false, minify: false, lib: { entry, name, formats: ['iife'] } },
  });
  const outputs = [built].flat().flatMap((one) => ('output' in one ? one.output : []));
  const chunk = outputs.find((one) => one.type === 'chunk');
  if (!chunk) throw new Error(`There is nothing in ${module}.`);
  return chunk.code;
}
