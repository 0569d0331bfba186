import type { Client } from '../../../support/platen.ts';

interface Entry {
  readonly cursor: string;
  readonly type: string;
  readonly id: number;
  readonly change: string;
  // biome-ignore lint/suspicious/noExplicitAny: an item is whatever the server said
  readonly item: any;
}

export interface FeedPage {
  readonly changes: readonly Entry[];
  readonly cursor: string;
  readonly more: boolean;
}

/** The copy of a site that a consumer of the feed keeps. */
export class FeedCopy {
  readonly items = new Map<string, unknown>();
  cursor = '';

  take({ changes, cursor }: FeedPage): void {
    for (const { type, id, item } of changes) this.set(type, id, item);
    this.cursor = cursor;
  }

  set(type: string, id: number, item: unknown): void {
    if (type === 'settings') return;
    if (item === null) this.items.delete(`${type} ${id}`);
    else this.items.set(`${type} ${id}`, item);
  }
}

/** What a caller may ask for: what is public, posts of authors too, or everything. */
export type Reach = 'public' | 'author' | 'all';

const lists: Readonly<Record<string, (sees: Reach) => string>> = {
  post: (sees) => `/wp/v2/posts?${sees !== 'public' ? 'status=publish,future,draft,pending,private,trash&' : ''}`,
  page: (sees) => `/wp/v2/pages?${sees === 'all' ? 'status=publish,future,draft,pending,private,trash&' : ''}`,
  attachment: (sees) => `/wp/v2/media?${sees !== 'public' ? 'status=inherit,private,trash&' : ''}`,
  category: () => '/wp/v2/categories?',
  post_tag: () => '/wp/v2/tags?',
  user: () => '/wp/v2/users?',
  comment: (sees) => `/wp/v2/comments?${sees !== 'public' ? 'status=any&type=all&' : ''}`,
};

/** Everything that a caller sees of a site, read page by page. */
export async function everythingSeen(client: Pick<Client, 'get'>, sees: Reach): Promise<Map<string, unknown>> {
  const seen = new Map<string, unknown>();
  for (const [type, list] of Object.entries(lists)) {
    for (let page = 1, pages = 1; page <= pages; page += 1) {
      const { body, headers, status } = await client.get(`${list(sees)}per_page=100&orderby=id&page=${page}`);
      if (status !== 200) throw new Error(`${type}: ${status} ${JSON.stringify(body)}`);
      pages = Number(headers['x-wp-totalpages']);
      for (const item of body) seen.set(`${type} ${item.id}`, item);
    }
  }
  return seen;
}
