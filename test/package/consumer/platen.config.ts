import { defineConfig } from 'platen';
import shop from './extensions/shop.ts';

export default defineConfig({
  workers: 2,
  siteUrl: null,
  extensions: [shop],
  theme: new URL('./theme/', import.meta.url).pathname,
});
