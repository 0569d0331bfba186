import { postTypeFrom } from './post-type-declaration.ts';
/** The built-in types, in the order the interface lists them. */
export const corePostTypes = [
  {
    ...postTypeFrom({
      name: 'post',
      restBase: 'posts',
      labels: { name: 'Posts', singular_name: 'Post' },
      taxonomies: ['category', 'post_tag'],
      supports: [
        'title',
        'editor',
        'author',
        'thumbnail',
        'excerpt',
        'trackbacks',
        'custom-fields',
        'comments',
        'revisions',
        'post-formats',
      ],
    }),
    linkStyle: 'dated',
    sticky: true,
  },
  {
    ...postTypeFrom({
      name: 'page',
      restBase: 'pages',
      labels: { name: 'Pages', singular_name: 'Page' },
      capabilityType: 'page',
      hierarchical: true,
      supports: ['title', 'editor', 'author', 'thumbnail', 'page-attributes', 'custom-fields', 'comments', 'revisions'],
    }),
    alsoShows: ['excerpt'],
    linkStyle: 'path',
    siteDiscussion: { comments: false, pings: false },
  },
  {
    ...postTypeFrom({
      name: 'attachment',
      restBase: 'media',
      labels: { name: 'Media', singular_name: 'Media item' },
      supports: ['title', 'author', 'comments'],
    }),
    inheritsFromParent: true,
    linkStyle: 'attached',
    openStatus: 'inherit',
    createCapability: 'upload_files',
  },
  ...[
    internalType('revision', { label: 'Revisions', supports: ['author'] }),
    internalType('nav_menu_item', { label: 'Menu items' }),
    internalType('custom_css', { label: 'Style sheets' }),
    internalType('customize_changeset', { label: 'Sets of changes' }),
    internalType('oembed_cache', { label: 'Kept embeds' }),
    internalType('user_request', { label: 'Requests of users' }),
  ].map(postTypeFrom),
];
/** A type whose rows are for internal use and never shown as content. */
export function internalType(name, facts) {
  return { name, restBase: null, public: false, labels: { name: facts.label }, supports: facts.supports ?? [] };
}
