/** The parts of an export file, in file order. Texts are raw, as stored; ids are those of the source site. */
export type WxrPart =
  | { readonly kind: 'site'; readonly site: WxrSite }
  | { readonly kind: 'author'; readonly author: WxrAuthor }
  | { readonly kind: 'term'; readonly term: WxrTerm }
  | { readonly kind: 'item'; readonly item: WxrItem };

export interface WxrSite {
  /** `1.0`, `1.1` or `1.2`. */
  readonly version: string;
  readonly title: string;
  readonly description: string;
  readonly language: string;
  /** URL of the installation, and URL of the public site. */
  readonly siteUrl: string;
  readonly homeUrl: string;
}

export interface WxrAuthor {
  /** 0 where the file does not say. */
  readonly id: number;
  readonly login: string;
  readonly email: string;
  readonly displayName: string;
  readonly firstName: string;
  readonly lastName: string;
  /** The slug of the author's address. */
  readonly slug: string;
  readonly url: string;
  /** When the account was made, in GMT; empty where the file does not say. */
  readonly registered: string;
  /** Further fields, such as `description`. */
  readonly meta: readonly WxrMeta[];
}

export interface WxrTerm {
  readonly id: number;
  readonly taxonomy: string;
  readonly slug: string;
  /** Slug of the parent term in the same taxonomy; empty for none. */
  readonly parentSlug: string;
  readonly name: string;
  readonly description: string;
  readonly meta: readonly WxrMeta[];
}

export interface WxrItem {
  readonly id: number;
  readonly type: string;
  readonly title: string;
  readonly link: string;
  /** Login of the author. */
  readonly creator: string;
  readonly guid: string;
  readonly content: string;
  readonly excerpt: string;
  readonly date: string;
  readonly dateGmt: string;
  readonly modified: string;
  readonly modifiedGmt: string;
  readonly commentStatus: string;
  readonly pingStatus: string;
  readonly slug: string;
  readonly status: string;
  readonly parentId: number;
  readonly menuOrder: number;
  readonly password: string;
  /** Empty where the file does not say; only files of this program do. */
  readonly mimeType: string;
  readonly toPing: string;
  readonly pinged: string;
  readonly contentFiltered: string;
  readonly isSticky: boolean;
  /** Where the file of an attachment can be fetched. */
  readonly attachmentUrl: string;
  readonly terms: readonly WxrItemTerm[];
  readonly meta: readonly WxrMeta[];
  readonly comments: readonly WxrComment[];
}

export interface WxrItemTerm {
  readonly taxonomy: string;
  readonly slug: string;
  readonly name: string;
}

export interface WxrMeta {
  readonly key: string;
  readonly value: string;
}

export interface WxrComment {
  readonly id: number;
  readonly authorName: string;
  readonly authorEmail: string;
  readonly authorUrl: string;
  readonly authorIp: string;
  readonly date: string;
  readonly dateGmt: string;
  readonly content: string;
  readonly approved: string;
  readonly type: string;
  readonly parentId: number;
  readonly userId: number;
  /** The program that sent it; only files of this program say, as for its karma. */
  readonly agent: string;
  readonly karma: number;
  readonly meta: readonly WxrMeta[];
}

/**
 * Whether a field of a user may travel with an export file. Roles, sessions and passwords belong to one site, and keys
 * that begin with an underscore are private to the program that wrote them.
 */
export function isPortableUserKey(key: string): boolean {
  return !/^_|(?:capabilities|user_level|user-settings|user-settings-time)$|^session_tokens$|dashboard/.test(key);
}

/** Fields that the members of an author say already. */
export const namedUserKeys: ReadonlySet<string> = new Set(['first_name', 'last_name']);
