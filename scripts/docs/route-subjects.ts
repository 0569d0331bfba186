import type { PathDescription } from '../../src/api/routing/description.ts';

/** What the routes of one page are about. */
export interface Subject {
  readonly title: string;
  /** The name of the page. */
  readonly slug: string;
  /** Sections of the page of errors: title and anchor. */
  readonly errors: readonly (readonly [title: string, anchor: string])[];
}

const general = ['general', 'general'] as const;
const content = ['posts and pages', 'posts-and-pages'] as const;
const terms = [general, ['terms', 'terms'], ['meta', 'meta']] as const;
const meta = ['meta', 'meta'] as const;

const subjects: Readonly<Record<string, Subject>> = {
  discovery: { title: 'Discovery', slug: 'discovery', errors: [general] },
  posts: { title: 'Posts', slug: 'posts', errors: [general, content, meta] },
  pages: { title: 'Pages', slug: 'pages', errors: [general, content, meta] },
  media: { title: 'Media', slug: 'media', errors: [general, ['media', 'media'], content, meta] },
  types: { title: 'Types', slug: 'types', errors: [general, ['types', 'types']] },
  statuses: { title: 'Statuses', slug: 'statuses', errors: [general, ['statuses', 'statuses']] },
  taxonomies: { title: 'Taxonomies', slug: 'taxonomies', errors: [general, ['taxonomies', 'taxonomies']] },
  categories: { title: 'Categories', slug: 'categories', errors: terms },
  tags: { title: 'Tags', slug: 'tags', errors: terms },
  users: {
    title: 'Users',
    slug: 'users',
    errors: [general, ['users', 'users'], ['accounts', 'accounts'], ['log-in', 'log-in']],
  },
  comments: { title: 'Comments', slug: 'comments', errors: [general, ['comments', 'comments'], meta] },
  settings: { title: 'Settings', slug: 'settings', errors: [general] },
  oembed: { title: 'oEmbed', slug: 'oembed', errors: [general, ['oEmbed', 'oembed']] },
  forms: { title: 'Forms', slug: 'forms', errors: [general, ['forms', 'forms']] },
  cache: { title: 'Cache toolset', slug: 'cache', errors: [general, ['cache toolset', 'cache-toolset']] },
  popups: { title: 'Popups', slug: 'popups', errors: [general, ['popups', 'popups']] },
  platen: {
    title: 'platen/v1',
    slug: 'platen',
    errors: [
      general,
      content,
      ['batches', 'batches'],
      ['feed and dump', 'feed-and-dump'],
      ['queries', 'queries'],
      ['ranked search', 'ranked-search'],
      ['paths', 'paths'],
    ],
  },
};

/** All routes that only variant C has, and that `PLATEN_INTERFACE=extended` adds to the others. */
export const laterSubject: Subject = {
  title: 'Routes of variant C',
  slug: 'later',
  errors: [
    general,
    ['menus', 'menus'],
    ['search', 'search'],
    ['application passwords', 'application-passwords'],
    ['batches', 'batches'],
    content,
    ['terms', 'terms'],
    meta,
  ],
};

/** The subject of a path: its collection in `wp/v2`, else its namespace. */
export function subjectOf({ namespace, path }: PathDescription): Subject {
  const [first = '', , collection] = path.template.slice(1).split('/');
  const name = namespace === 'wp/v2' ? (collection ?? 'discovery') : namespace === '' ? 'discovery' : first;
  const subject = subjects[name];
  if (!subject) throw new Error(`Name the subject of ${path.template} in scripts/docs/route-subjects.ts.`);
  return subject;
}
