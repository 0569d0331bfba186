/** What can be set for a block besides its own attributes. */
export type BlockSupport =
  | 'align'
  | 'text'
  | 'background'
  | 'gradient'
  | 'typography'
  | 'margin'
  | 'padding'
  | 'border';

/** The blocks by what can be set for them. A block that is not listed takes nothing. */
const rows: readonly (readonly [supports: string, blocks: string])[] = [
  ['align', 'file latest-comments rss search template-part'],
  ['align typography', 'calendar comment-template latest-posts navigation post-content post-template'],
  ['align margin padding', 'avatar post-featured-image site-logo tag-cloud'],
  ['align typography margin padding', 'archives categories cover'],
  ['align background gradient margin padding', 'gallery social-links'],
  [
    'align text background gradient typography',
    'comments comments-pagination post-comments query-no-results query-pagination',
  ],
  ['align text background typography margin padding', 'term-description'],
  ['align text background gradient typography margin padding', 'post-title query-title site-tagline site-title'],
  ['align text background gradient typography margin padding border', 'comments-title'],
  ['typography', 'comments-pagination-numbers home-link navigation-link'],
  ['text background typography', 'post-navigation-link'],
  ['text background gradient typography', 'post-comments-form post-terms'],
  ['text background gradient typography padding', 'comment-content'],
  [
    'text background gradient typography margin padding',
    'comment-author-name comment-date post-author post-author-biography post-date post-excerpt',
  ],
  ['text background gradient typography margin padding border', 'read-more'],
  [
    'background gradient typography',
    'comments-pagination-next comments-pagination-previous query-pagination-next query-pagination-numbers query-pagination-previous',
  ],
  ['background gradient typography margin padding', 'comment-edit-link comment-reply-link'],
];

const table: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  rows.flatMap(([supports, blocks]) => {
    const set: ReadonlySet<string> = new Set(supports.split(' '));
    return blocks.split(' ').map((name): [string, ReadonlySet<string>] => [`core/${name}`, set]);
  }),
);

/** Whether something can be set for the blocks of a name. */
export const supportsOf =
  (name: string | null): ((support: BlockSupport) => boolean) =>
  (support) =>
    table.get(name ?? '')?.has(support) ?? false;
