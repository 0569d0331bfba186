import type { PostType } from '../post-types.ts';
import { postTypeFrom } from './post-type-declaration.ts';

/** The types that the extended interface adds. */
export const extendedPostTypes: readonly PostType[] = [
  {
    ...postTypeFrom({
      name: 'wp_block',
      restBase: 'blocks',
      labels: { name: 'Reusable blocks', singular_name: 'Reusable block' },
      public: false,
      supports: ['title', 'editor', 'revisions'],
    }),
    readCapability: 'edit_posts',
    createCapability: 'publish_posts',
    linkStyle: 'dated',
    siteDiscussion: { comments: false, pings: false },
    storedTexts: true,
    extended: true,
  },
];
