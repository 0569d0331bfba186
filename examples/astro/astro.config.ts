import { existsSync } from 'node:fs';
import node from '@astrojs/node';
import { defineConfig } from 'astro/config';

if (existsSync('.env')) process.loadEnvFile('.env');

export default defineConfig({
  site: process.env.SITE_URL ?? 'http://127.0.0.1:4321',
  // Pages are files; search, previews and what visitors send are rendered on demand.
  output: 'static',
  adapter: node({ mode: 'standalone' }),
  // For work and for `npm start`; the variables HOST and PORT say otherwise where it runs in public.
  server: { host: '127.0.0.1', port: 4321 },
  devToolbar: { enabled: false },
});
