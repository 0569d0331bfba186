import type { DefaultTheme } from 'vitepress';

type Rows = readonly (readonly [text: string, link: string])[];

const group = (text: string, rows: Rows, collapsed?: boolean): DefaultTheme.SidebarItem => ({
  text,
  ...(collapsed === undefined ? {} : { collapsed }),
  items: rows.map(([title, link]) => ({ text: title, link })),
});

/** Every page of `docs/` is in this list; a test finds one that is missing. */
export const sidebar: DefaultTheme.SidebarItem[] = [
  group('Start', [
    ['First answer in a minute', '/start'],
    ['What Platen is', '/concepts/what-it-is'],
  ]),
  group('Concepts', [
    ['Variants A and B', '/concepts/variants'],
    ['Permissions and visibility', '/concepts/permissions'],
    ['Caching', '/concepts/caching'],
    ['Texts', '/concepts/texts'],
  ]),
  group('Front ends and content', [
    ['Front end with Next', '/guides/next'],
    ['Front end with Astro', '/guides/astro'],
    ['Moving from WordPress', '/existing-sites'],
    ['Content types', '/content-types'],
    ['Blocks', '/blocks'],
    ['The admin page', '/admin'],
    ['The extended interface', '/extended-interface'],
    ['Batches', '/batches'],
    ['The public site', '/public-site'],
    ['Themes', '/themes'],
    ['Feeds and sitemaps', '/guides/feeds'],
    ['Forms', '/forms'],
    ['Popups', '/popups'],
    ['Media', '/media'],
  ]),
  group('Only here', [
    ['Conditional writes', '/features/conditional-writes'],
    ['Change feed', '/features/change-feed'],
    ['Dump and cursors', '/features/dump'],
  ]),
  group('Running it', [
    ['Running it', '/guides/running'],
    ['Configuration', '/configuration'],
    ['Reverse proxy', '/guides/reverse-proxy'],
    ['Accounts and log-in', '/guides/accounts'],
    ['The log-in page', '/logging-in'],
    ['Cache', '/cache'],
    ['Backup and restore', '/backup'],
    ['Upgrading', '/upgrading'],
    ['Many machines', '/many-machines'],
    ['Security', '/security'],
  ]),
  group('Building on it', [
    ['Extending', '/extensions'],
    ['Testing with Platen', '/testing'],
  ]),
  group('Reference', [
    ['Options', '/reference/options'],
    ['Commands', '/reference/commands'],
    ['Errors', '/reference/errors'],
    ['Metrics and probes', '/reference/metrics'],
    ['Hooks', '/reference/hooks'],
    ['Architecture', '/architecture'],
    ['Dependencies', '/dependencies'],
    ['Benchmarks', '/benchmarks'],
  ]),
  group(
    'Routes',
    [
      ['All routes', '/api'],
      ['Discovery', '/reference/routes/discovery'],
      ['Posts', '/reference/routes/posts'],
      ['Pages', '/reference/routes/pages'],
      ['Media', '/reference/routes/media'],
      ['Categories', '/reference/routes/categories'],
      ['Tags', '/reference/routes/tags'],
      ['Comments', '/reference/routes/comments'],
      ['Users', '/reference/routes/users'],
      ['Settings', '/reference/routes/settings'],
      ['Types', '/reference/routes/types'],
      ['Statuses', '/reference/routes/statuses'],
      ['Taxonomies', '/reference/routes/taxonomies'],
      ['oEmbed', '/reference/routes/oembed'],
      ['Forms', '/reference/routes/forms'],
      ['Cache toolset', '/reference/routes/cache'],
      ['Popups', '/reference/routes/popups'],
      ['platen/v1', '/reference/routes/platen'],
      ['Extended interface', '/reference/routes/extended'],
    ],
    true,
  ),
];
