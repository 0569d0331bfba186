import { importsOf, sources } from './source-files.ts';

/**
 * The modules from the top to the bottom, in bands: a module imports from its own band or from one below it. A module is a
 * folder of `src`, a folder of one that is divided, or a file at the top of `src`.
 */
export const bands: readonly (readonly [band: string, modules: Readonly<Record<string, string>>])[] = [
  [
    'Programs',
    {
      'main.ts': 'hands the arguments to the command line',
      cli: 'one file per command; commands are rows',
      testing: '`platen/testing`: sites in memory, with clock, mail and network in the hands of a test',
    },
  ],
  [
    'Composition',
    {
      'index.ts': 'the package: `createPlaten`, its options and what it returns',
      app: 'composition in stages: services, interface, server; the variants as rows',
    },
  ],
  [
    'Subjects',
    {
      site: 'what a browser sees: pages, theme, feeds, log-in, admin page, redirects, previews',
      changes: 'change feed, dump, webhooks',
      mcp: 'the server for agents: tools made from routes; stored texts as Markdown and back',
      pending: 'pending changes: writes that are proposed, and decided by people',
      transfer: 'import, export, backup, first start, fields of plugins in an adopted database',
      'wp/lists': 'lists and counts over all types of content',
      wp: 'the core of the interface: its modules, and the kinds of content that others share',
      'wp/acf': 'fields of ACF as templates get them, and its pages of settings',
      'wp/blocks': 'what dynamic blocks show, loaded for whole pages of texts',
      'wp/editor': 'what block editors need: block types, patterns, theme, styles, abilities',
      'wp/seo': 'what items and terms say to search engines, as it is stored',
      'wp/search': 'the search route: content, terms and formats',
      'wp/menus': 'menus, their items and locations',
      'wp/reviews': 'reviews of items: requested, assigned, decided',
      'wp/comments': 'comments, and notes on the blocks of items',
      'wp/media': 'attachments and uploads',
      'wp/users': 'users, and what an account logs in with',
      'wp/posts': 'posts, pages, other content, revisions, autosaves',
      'wp/block-types': 'the blocks that editors know, and the data of those in a text',
      'wp/fields': 'declared fields: checks of what is written to them',
      'wp/terms': 'categories, tags and other taxonomies',
      'wp/site': 'settings, types, statuses, taxonomies, the audit log',
      'wp/privacy': 'what the site has of people: exports, erasures and requests for them',
      'wp/content-model': 'types, taxonomies and fields that administrators make while the site runs',
      'wp/context': 'what operations and resources are given',
      'extensions/cache': 'the cache and optimisation toolset',
      'extensions/forms': 'forms and their inbox',
      'extensions/oembed': 'oEmbed, as provider and consumer',
      'extensions/popups': 'popups and their analytics',
    },
  ],
  [
    'Extension interface',
    {
      'extension.ts': 'everything that an extension may use',
      extension: 'what an extension declares, how it is loaded, its host, the guards around its calls',
    },
  ],
  [
    'Services',
    {
      auth: 'who sends a request: passwords, sessions, nonces, two factors',
      media: 'files, pictures, details; in processes that can be ended',
      http: 'bytes ↔ requests and responses, the response cache, batches; knows no resource',
      api: 'the engine: route, resource, registry, answer, discovery, OpenAPI, generated types',
      background: 'work that is no request: queue, mail, hooks, text threads, audit log',
      limits: 'throttles in memory, in the database or in Redis; bounded maps, work queues',
    },
  ],
  [
    'Storage',
    {
      'storage/open': 'opens a store over one of the two databases',
      'storage/bulk': 'many rows at once, past the interface, for imports',
      'storage/sqlite': 'everything about SQLite',
      'storage/mariadb': 'everything about MariaDB and MySQL',
      storage: '`store.ts` is the interface; one folder per table family',
    },
  ],
  [
    'Foundations',
    {
      config: 'the option table, the configuration file; the only reader of the environment',
      text: 'rendering, sanitising, typography, slugs; pure',
      rules: 'pure rules: visibility, capabilities, permalinks, dates, types as rows',
      lib: 'schemas, guarded fetch, errors, small helpers; imports nothing above it',
      'front-end': 'code that runs in front ends: previews, content, webhooks, what Next and Astro need',
      client: '`platen/client`: the interface for programs in TypeScript, browsers included; imports nothing',
    },
  ],
];

export const modules: readonly string[] = bands.flatMap(([, rows]) => Object.keys(rows));

const divided: Readonly<Record<string, readonly string[] | 'all'>> = {
  wp: 'all',
  extensions: 'all',
  storage: ['open', 'bulk', 'sqlite', 'mariadb'],
};

export function moduleOf(path: string): string {
  const [first = '', second = '', third] = path.replace(/^src\//, '').split('/');
  const parts = third === undefined ? undefined : divided[first];
  return parts === 'all' || parts?.includes(second) ? `${first}/${second}` : first;
}

/** What each module holds and imports, types included. */
export function moduleGraph(): ReadonlyMap<string, { readonly files: number; readonly imports: readonly string[] }> {
  const byModule = Map.groupBy(sources(), moduleOf);
  return new Map(
    [...byModule].map(([name, paths]) => {
      const targets = new Set(paths.flatMap(importsOf).map(moduleOf));
      targets.delete(name);
      return [name, { files: paths.length, imports: [...targets].sort() }];
    }),
  );
}
