/** What somebody wants a post to become. What is left out stays as it is, or takes its default on a new post. */
export interface PostDraft {
  title?: string;
  content?: string;
  excerpt?: string;
  date?: PostDate;
  /** As asked for; it is cleaned and made unique on the way in. */
  slug?: string;
  status?: string;
  password?: string;
  authorId?: number;
  commentStatus?: string;
  pingStatus?: string;
  parentId?: number;
  menuOrder?: number;
  mimeType?: string;
  /** Taxonomy name → term ids; unknown ids are passed over. */
  terms?: Record<string, readonly number[]>;
  featuredMediaId?: number;
  format?: string;
  template?: string;
  sticky?: boolean;
  /** The member `meta` as sent; the registry judges it. */
  meta?: unknown;
}

/** One moment, once in the site's time and once in GMT, as stored. */
export interface PostDate {
  readonly local: string;
  readonly gmt: string;
}
