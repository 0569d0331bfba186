import { defineConfig } from 'vitepress';
import { plainRepositoryLinks } from './repository-links.mts';
import { sidebar } from './sidebar.mts';

/** The site is written in `docs/`; this folder has only what builds it, from a copy inside it. */
export default defineConfig({
  title: 'Platen',
  description: 'A content server that speaks the wp/v2 REST interface.',
  lang: 'en',
  srcDir: './.pages',
  outDir: './dist',
  cacheDir: './.cache',
  cleanUrls: false,
  lastUpdated: false,
  // The default theme asks a font service for nothing; the pages need no other host.
  head: [['meta', { name: 'referrer', content: 'no-referrer' }]],
  markdown: {
    languageAlias: { caddyfile: 'nginx', haproxy: 'ini', systemd: 'ini' },
    config: plainRepositoryLinks,
  },
  themeConfig: {
    search: { provider: 'local' },
    outline: { level: [2, 3] },
    nav: [
      { text: 'Start', link: '/start' },
      { text: 'Guides', link: '/guides/running' },
      { text: 'Reference', link: '/api' },
    ],
    sidebar,
    footer: { message: 'MIT licence' },
  },
});
