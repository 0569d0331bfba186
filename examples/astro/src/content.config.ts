import { defineCollection } from 'astro:content';
import { z } from 'astro/zod';
import { type ItemOf, platenLoader } from 'platen/astro';
import type { HeadElement, SiteFacts } from 'platen/content';
import { contentUrl } from './lib/environment';

/** The server adds heads where `itemFields` of platen.config.ts asks for them. */
type WithHead<T> = T & { readonly head?: readonly HeadElement[] };

const content = platenLoader({ url: contentUrl });

// For types of your own: `npx platen types --out routes.ts`, then `platenLoader<Routes>` and `ItemOf<'products', Routes>`.
export const collections = {
  site: defineCollection({ loader: content('site'), schema: z.custom<SiteFacts>() }),
  posts: defineCollection({ loader: content('posts'), schema: z.custom<WithHead<ItemOf<'posts'>>>() }),
  pages: defineCollection({ loader: content('pages'), schema: z.custom<WithHead<ItemOf<'pages'>>>() }),
  categories: defineCollection({ loader: content('categories'), schema: z.custom<WithHead<ItemOf<'categories'>>>() }),
  tags: defineCollection({ loader: content('tags'), schema: z.custom<WithHead<ItemOf<'tags'>>>() }),
  media: defineCollection({ loader: content('media'), schema: z.custom<ItemOf<'media'>>() }),
  users: defineCollection({ loader: content('users'), schema: z.custom<ItemOf<'users'>>() }),
  comments: defineCollection({ loader: content('comments'), schema: z.custom<ItemOf<'comments'>>() }),
};
