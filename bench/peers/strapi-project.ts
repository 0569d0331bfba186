import type { NpmProject } from './npm-peer.ts';

const relation = (kind: string, target: string) => ({ type: 'relation', relation: kind, target: apiName(target) });
const named = { name: { type: 'string' }, slug: { type: 'string' } };

/** The same collections as in the other systems. Drafts are off, which favours Strapi: a post is one row. */
const contentTypes: Readonly<Record<string, { plural: string; attributes: Record<string, unknown> }>> = {
  author: { plural: 'authors', attributes: named },
  category: { plural: 'categories', attributes: named },
  tag: { plural: 'tags', attributes: named },
  post: {
    plural: 'posts',
    attributes: {
      title: { type: 'string' },
      slug: { type: 'string' },
      content: { type: 'text' },
      state: { type: 'string' },
      date: { type: 'datetime' },
      author: relation('manyToOne', 'author'),
      categories: relation('manyToMany', 'category'),
      tags: relation('manyToMany', 'tag'),
    },
  },
};

export const strapiProject: NpmProject = {
  package: '@strapi/strapi',
  oldestMajor: 5,
  manifest: {
    dependencies: {
      mysql2: '^3.9.0',
      react: '^18.0.0',
      'react-dom': '^18.0.0',
      'react-router-dom': '^6.0.0',
      'styled-components': '^6.0.0',
    },
  },
  files: {
    'config/server.js': `module.exports = ({ env }) => ({
  host: '127.0.0.1',
  port: env.int('PORT'),
  app: { keys: ['key-of-the-benchmark', 'other-key-of-the-benchmark'] },
});
`,
    // The admin pages are not built.
    'config/admin.js': `module.exports = {
  serveAdminPanel: false,
  auth: { secret: 'secret-of-the-benchmark' },
  apiToken: { salt: 'salt-of-the-benchmark' },
  transfer: { token: { salt: 'salt-of-the-benchmark' } },
  secrets: { encryptionKey: 'encryption-key-of-the-benchmark-0' },
};
`,
    'config/database.js': `module.exports = ({ env }) => ({
  connection: {
    client: 'mysql',
    connection: {
      host: env('DATABASE_HOST'),
      port: env.int('DATABASE_PORT'),
      user: env('DATABASE_USER'),
      password: env('DATABASE_PASSWORD'),
      database: env('DATABASE_NAME'),
    },
    pool: { min: 2, max: 10 },
  },
});
`,
    'config/api.js': 'module.exports = { rest: { defaultLimit: 10, maxLimit: 100, withCount: true } };\n',
    // All of the defaults but the log of requests.
    'config/middlewares.js': `module.exports = ['errors', 'security', 'cors', 'poweredBy', 'query', 'body', 'session', 'favicon', 'public']
  .map((name) => 'strapi::' + name);
`,
    // A token for the requests, told to whoever started the server.
    'src/index.js': `const { writeFileSync } = require('node:fs');
module.exports = {
  async bootstrap({ strapi }) {
    const asked = { name: 'bench', description: '', type: 'full-access', lifespan: null };
    const { accessKey } = await strapi.service('admin::api-token').create(asked);
    writeFileSync(process.env.BENCH_TOKEN_FILE, accessKey);
  },
};
`,
    'public/uploads/.gitkeep': '',
    'database/migrations/.gitkeep': '',
    ...Object.fromEntries(Object.keys(contentTypes).flatMap(filesOf)),
  },
};

function apiName(singular: string): string {
  return `api::${singular}.${singular}`;
}

function filesOf(singular: string): [string, string][] {
  const { plural = '', attributes } = contentTypes[singular] ?? {};
  const schema = {
    kind: 'collectionType',
    collectionName: plural,
    info: { singularName: singular, pluralName: plural, displayName: plural },
    options: { draftAndPublish: false },
    attributes,
  };
  const folder = `src/api/${singular}`;
  const core = (factory: string) =>
    `module.exports = require('@strapi/strapi').factories.${factory}('${apiName(singular)}');\n`;
  return [
    [`${folder}/content-types/${singular}/schema.json`, JSON.stringify(schema, null, 2)],
    [`${folder}/controllers/${singular}.js`, core('createCoreController')],
    [`${folder}/services/${singular}.js`, core('createCoreService')],
    [`${folder}/routes/${singular}.js`, core('createCoreRouter')],
  ];
}
