import type { MediaImage } from '../render/image-tag.ts';

/** What dynamic blocks show of the site. All of it is plain data, already checked against what the reader may see. */
export interface ShownSite {
  readonly title: string;
  readonly tagline: string;
  /** URL of the public site, no trailing slash. */
  readonly url: string;
  /** URL where the site's log-in is, no trailing slash. */
  readonly serverUrl: string;
  readonly dateFormat: string;
  /** Language tag of its dates. */
  readonly language: string;
  /** 0 for Sunday. */
  readonly startOfWeek: number;
  /** The local date of the response, `YYYY-MM-DD`. */
  readonly today: string;
  readonly isLoggedIn: boolean;
  /** The URL that the response is for, and the nonce that the request was sent with; empty for none. */
  readonly request: { readonly url: string; readonly nonce: string };
  readonly logo: MediaImage | null;
  /** The page that is the front page; 0 where posts are. */
  readonly frontPageId: number;
}

/** A moment as it is stored and as programs read it. */
export interface ShownDate {
  /** Local, `YYYY-MM-DD HH:MM:SS`. */
  readonly local: string;
  /** With its offset from GMT. */
  readonly iso: string;
}

export interface ShownPerson {
  readonly id: number;
  readonly name: string;
  readonly url: string;
  /** The address of the picture up to its size. */
  readonly avatar: AvatarAddress;
  readonly about: string;
}

/** The address of a picture of a person; the size goes between both parts. */
export interface AvatarAddress {
  readonly beforeSize: string;
  readonly afterSize: string;
}

export interface ShownTerm {
  readonly id: number;
  readonly taxonomy: string;
  readonly name: string;
  readonly slug: string;
  readonly url: string;
  readonly parentId: number;
  /** Number of published posts. */
  readonly count: number;
}

/** A post that the reader may see. The texts of a protected one are empty unless the reader has opened it. */
export interface ShownPost {
  readonly id: number;
  readonly type: string;
  readonly status: string;
  /** As stored, after a prefix for private and protected posts. */
  readonly title: string;
  readonly url: string;
  readonly date: ShownDate;
  readonly modified: ShownDate;
  readonly content: string;
  readonly excerpt: string;
  /** Its format, `standard` for most. */
  readonly format: string;
  readonly isProtected: boolean;
  readonly isUnlocked: boolean;
  readonly author: ShownPerson | null;
  /** By name. */
  readonly terms: readonly Omit<ShownTerm, 'count' | 'parentId'>[];
  readonly image: MediaImage | null;
  readonly commentCount: number;
  readonly takesComments: boolean;
}

export interface ShownComment {
  readonly id: number;
  readonly parentId: number;
  readonly postId: number;
  readonly author: string;
  readonly authorUrl: string;
  readonly userId: number;
  /** The slug of its author's account; empty for visitors. */
  readonly userSlug: string;
  /** The list of the posts of its author; empty for a visitor. */
  readonly userUrl: string;
  /** `comment`, `pingback` or `trackback`. */
  readonly type: string;
  readonly avatar: AvatarAddress;
  readonly date: ShownDate;
  readonly url: string;
  readonly content: string;
  readonly isApproved: boolean;
}

/** A page for lists of pages. */
export interface ListedPage {
  readonly id: number;
  readonly parentId: number;
  readonly title: string;
  readonly url: string;
}

/** A year, month, week or day with posts. */
export interface Period {
  /** A local date in it. */
  readonly date: string;
  readonly count: number;
  readonly url: string;
}

/** A month of the calendar that is asked for. */
export interface AskedMonth {
  readonly year: number;
  /** 1 for January. */
  readonly month: number;
}

/** A month of the calendar. */
export interface CalendarMonth {
  readonly year: number;
  /** 1 for January. */
  readonly month: number;
  /** Days with posts, by number. */
  readonly days: readonly { readonly day: number; readonly url: string }[];
  readonly previous: { readonly month: number; readonly url: string } | null;
  readonly next: { readonly month: number; readonly url: string } | null;
}

/** A feed of another site, or why it cannot be shown. */
export type ShownFeed = { readonly items: readonly ShownFeedItem[] } | { readonly failure: string };

export interface ShownFeedItem {
  readonly title: string;
  readonly link: string;
  /** Seconds since the epoch; null where the feed does not tell. */
  readonly time: number | null;
  readonly author: string;
  readonly summary: string;
}

export interface LatestComment extends ShownComment {
  /** Title of its post, as stored, after a prefix for a protected post. */
  readonly postTitle: string;
}

export type PeriodUnit = 'yearly' | 'monthly' | 'weekly' | 'daily';

/** A list of terms that a block shows. */
export interface AskedTerms {
  readonly taxonomy: string;
  readonly orderBy: 'name' | 'count';
  readonly hideEmpty: boolean;
  /** Whether empty terms above the others are shown as well. */
  readonly withAncestors?: boolean;
  readonly parentId?: number;
  readonly most?: number;
}

/** A stored menu: blocks like any text. */
export interface ShownMenu {
  readonly title: string;
  readonly content: string;
}

/** What an address in a text stands for: HTML, or a post of this site. */
export type ShownEmbed = { readonly html: string } | EmbeddedOwnPost;

interface EmbeddedOwnPost {
  /** As stored, after a prefix for a protected post. */
  readonly title: string;
  readonly url: string;
  readonly siteName: string;
}

/** The page that a post is shown on by itself. */
export interface ShownPage {
  readonly postId: number;
  readonly previous: PageNeighbour | null;
  readonly next: PageNeighbour | null;
  readonly comments: {
    readonly page: number;
    readonly pages: number;
    /** The addresses of its pages of comments, from the first on. */
    readonly urls: readonly string[];
    /** The comments on the post itself that are on this page. */
    readonly topIds: readonly number[];
  };
}

/** The post before or after a post. */
export interface PageNeighbour {
  /** As stored. */
  readonly title: string;
  readonly url: string;
}

/** One footnote of a text. */
export interface ShownFootnote {
  /** What the mark in the text links to. */
  readonly id: string;
  readonly content: string;
}
