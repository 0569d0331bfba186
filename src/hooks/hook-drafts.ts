/** The requested values of a post; a value left out stays as it is, or takes its default on a new post. */
export interface PostHookDraft {
  title?: string;
  content?: string;
  excerpt?: string;
  slug?: string;
  status?: string;
  password?: string;
  authorId?: number;
  commentStatus?: string;
  pingStatus?: string;
  parentId?: number;
  menuOrder?: number;
  /** Taxonomy name → term ids. */
  terms?: Readonly<Record<string, readonly number[]>>;
  featuredMediaId?: number;
  format?: string;
  template?: string;
  sticky?: boolean;
  /** Registered meta, by key. */
  meta?: Readonly<Record<string, unknown>>;
}

/** `title`, `content` (the description) and `excerpt` (the caption) are the texts of an attachment. */
export interface MediaHookDraft extends PostHookDraft {
  altText?: string;
}

export interface TermHookDraft {
  name?: string;
  slug?: string;
  description?: string;
  parentId?: number;
}

export interface CommentHookDraft {
  content?: string;
  authorName?: string;
  authorEmail?: string;
  authorUrl?: string;
  parentId?: number;
  status?: string;
}

/** The password is never shown to hooks. */
export interface UserHookDraft {
  displayName?: string;
  firstName?: string;
  lastName?: string;
  nickname?: string;
  description?: string;
  email?: string;
  url?: string;
  slug?: string;
}

/** Settings under their names in the interface; null restores the default. */
export type SettingsHookDraft = Record<string, string | number | boolean | null>;

/** What a visitor filled in; values can be replaced, fields cannot be added. */
export interface FormHookDraft {
  fields?: Readonly<Record<string, string | readonly string[]>>;
}
