import { defineConfig } from 'platen';
import shop from './extensions/shop.ts';

export default defineConfig({
  workers: 2,
  siteUrl: null,
  extensions: [shop],
  extensionOptions: { PLATEN_SHOP_MOST: 3 },
  theme: new URL('./theme/', import.meta.url).pathname,
});
