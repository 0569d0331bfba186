import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** The page is built once and served by Platen itself, below whatever path the site has. */
export default defineConfig({
  root: import.meta.dirname,
  base: './',
  plugins: [react()],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2023',
    // Older ones have no light-dark(), and what would be written instead needs a page that Mantine does not make.
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    sourcemap: false,
    reportCompressedSize: false,
    // Inlined files would need an exception in the content policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // The HTML editor is one chunk, loaded when it is wanted.
    chunkSizeWarningLimit: 700,
  },
});
