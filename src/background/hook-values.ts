/** A post of any type except attachments, as hooks see it. Its texts are left out: read them where they are needed. */
export interface HookPost {
  readonly id: number;
  /** The post type, such as `post`, `page` or one of an extension. */
  readonly type: string;
  readonly status: string;
  readonly title: string;
  readonly slug: string;
  readonly authorId: number;
  readonly parentId: number;
  readonly dateGmt: string;
  readonly modifiedGmt: string;
}

export interface HookMedia extends HookPost {
  readonly mimeType: string;
}

export interface HookTerm {
  readonly id: number;
  readonly taxonomy: string;
  readonly name: string;
  readonly slug: string;
  readonly parentId: number;
}

export interface HookComment {
  readonly id: number;
  readonly postId: number;
  readonly parentId: number;
  /** 0 for a visitor without an account. */
  readonly userId: number;
  /** `approved`, `hold`, `spam` or `trash`. */
  readonly status: string;
  readonly authorName: string;
  readonly dateGmt: string;
}

export interface HookUser {
  readonly id: number;
  readonly login: string;
  readonly displayName: string;
  readonly slug: string;
}

export interface HookSettings {
  /** The names of the settings that were written. */
  readonly names: readonly string[];
}

/** A message sent through a form. */
export interface HookForm {
  /** The number of the form. */
  readonly formId: number;
  readonly formTitle: string;
  /** The number of the stored message; 0 if it is not stored. */
  readonly messageId: number;
  readonly fields: Readonly<Record<string, string | readonly string[]>>;
}

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
