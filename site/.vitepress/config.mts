import { defineConfig } from 'vitepress';
export default defineConfig({ srcDir: '../docs', title: 'Platen' });
