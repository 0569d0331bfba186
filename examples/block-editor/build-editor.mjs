import { build } from 'esbuild';

/** A CommonJS module whose default export is a member; modules of today would get the object around it. */
const cjs = 'react-autosize-textarea';
const unwrapDefault = {
  name: 'unwrap-default',
  setup(bundle) {
    bundle.onResolve({ filter: new RegExp(`^${cjs}$`) }, ({ resolveDir, namespace }) =>
      namespace === 'file' ? { path: resolveDir, namespace: cjs } : undefined,
    );
    bundle.onLoad({ filter: /.*/, namespace: cjs }, ({ path: resolveDir }) => ({
      contents: `module.exports = require('${cjs}').default;`,
      resolveDir,
    }));
  },
};

await build({
  entryPoints: ['editor/main.js', 'editor/canvas.css'],
  outdir: 'dist/editor',
  bundle: true,
  splitting: true,
  format: 'esm',
  target: 'es2022',
  minify: true,
  define: {
    'process.env.NODE_ENV': '"production"',
    'globalThis.IS_WORDPRESS_CORE': 'true',
    'globalThis.IS_GUTENBERG_PLUGIN': 'false',
    'globalThis.SCRIPT_DEBUG': 'false',
  },
  loader: { '.svg': 'dataurl', '.png': 'dataurl', '.gif': 'dataurl', '.woff2': 'dataurl' },
  plugins: [unwrapDefault],
  legalComments: 'linked',
  logLevel: 'warning',
});
