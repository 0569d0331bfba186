import type { NpmProject } from './npm-peer.ts';

const seed = {
  version: '1',
  settings: { title: 'Bench', postsPerPage: 10 },
  collections: [
    {
      slug: 'posts',
      label: 'Posts',
      labelSingular: 'Post',
      supports: ['drafts', 'revisions', 'search'],
      urlPattern: '/posts/{slug}',
      fields: [
        { slug: 'title', label: 'Title', type: 'string', required: true, searchable: true },
        { slug: 'content', label: 'Content', type: 'portableText', searchable: true },
      ],
    },
  ],
  taxonomies: [
    { name: 'category', label: 'Categories', hierarchical: true, collections: ['posts'] },
    { name: 'tag', label: 'Tags', hierarchical: false, collections: ['posts'] },
  ],
};

/**
 * A site of EmDash's on libSQL, the database it supports whose binaries are npm packages; SQLite's own driver would have
 * to be compiled. It has two plain pages, as its guides show them.
 */
export const emdashProject: NpmProject = {
  package: 'emdash',
  oldestMajor: 0,
  manifest: {
    type: 'module',
    dependencies: {
      astro: '^6.0.0',
      '@astrojs/node': '^10.0.0',
      '@astrojs/react': '^5.0.0',
      '@libsql/kysely-libsql': '^0.4.0',
      react: '^19.0.0',
      'react-dom': '^19.0.0',
    },
    // Its editor's packages must be of one release, also where a registry lacks some.
    overrides: { '@tiptap/core': '>=3.32.2' },
  },
  files: {
    'astro.config.mjs': `import node from '@astrojs/node';
import react from '@astrojs/react';
import { defineConfig } from 'astro/config';
import emdash, { local } from 'emdash/astro';
import { libsql } from 'emdash/db';

export default defineConfig({
  output: 'server',
  adapter: node({ mode: 'standalone' }),
  integrations: [
    react(),
    emdash({
      database: libsql({ url: 'file:./data.db' }),
      storage: local({ directory: './uploads', baseUrl: '/_emdash/api/media/file' }),
    }),
  ],
  devToolbar: { enabled: false },
});
`,
    'src/live.config.ts': `import { defineLiveCollection } from 'astro:content';
import { emdashLoader } from 'emdash/runtime';

export const collections = { _emdash: defineLiveCollection({ loader: emdashLoader() }) };
`,
    'src/pages/index.astro': `---
import { getEmDashCollection } from 'emdash';
import { PortableText } from 'emdash/ui';
const { entries } = await getEmDashCollection('posts', { limit: 10, orderBy: { published_at: 'desc' } });
---
<html lang="en">
  <head><meta charset="utf-8" /><title>Bench</title></head>
  <body>
    {entries.map((post) => (
      <article>
        <h2><a href={'/posts/' + post.id}>{post.data.title}</a></h2>
        <PortableText value={post.data.content} />
      </article>
    ))}
  </body>
</html>
`,
    'src/pages/posts/[slug].astro': `---
import { getEmDashEntry } from 'emdash';
import { PortableText } from 'emdash/ui';
const { entry } = await getEmDashEntry('posts', Astro.params.slug ?? '');
if (!entry) return new Response('Not found', { status: 404 });
---
<html lang="en">
  <head><meta charset="utf-8" /><title>{entry.data.title}</title></head>
  <body>
    <article>
      <h1>{entry.data.title}</h1>
      <PortableText value={entry.data.content} />
    </article>
  </body>
</html>
`,
    '.emdash/seed.json': JSON.stringify(seed, null, 2),
  },
  build: ['node_modules/astro/bin/astro.mjs', 'build'],
};
