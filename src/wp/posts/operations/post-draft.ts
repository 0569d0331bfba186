import type { Members } from '../../../schema/schema.ts';

/** The requested values of a post. A value left out stays as it is, or takes its default on a new post. */
export interface PostDraft {
  title?: string;
  content?: string;
  excerpt?: string;
  date?: PostDate;
  /** As requested; it is cleaned and made unique when it is stored. */
  slug?: string;
  status?: string;
  password?: string;
  authorId?: number;
  commentStatus?: string;
  pingStatus?: string;
  parentId?: number;
  menuOrder?: number;
  mimeType?: string;
  /** Taxonomy name → term ids; unknown ids are ignored. */
  terms?: Record<string, readonly number[]>;
  featuredMediaId?: number;
  format?: string;
  template?: string;
  sticky?: boolean;
  /** The member `meta` as sent; the meta registry validates it. */
  meta?: Members;
}

/** One point in time, in the site's time zone and in GMT, as stored. */
export interface PostDate {
  readonly local: string;
  readonly gmt: string;
}
