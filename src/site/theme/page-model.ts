import type { Html } from './html.ts';
import type { Words } from './words.ts';

/** What every page function is given. Strings are plain text, which templates escape; `Html` is ready to be shown. */
export interface PageModel {
  readonly site: SiteModel;
  /** Everything for `<head>` but the style sheets of the theme. */
  readonly head: Html;
  /** Classes for `<body>`: the kind of page. */
  readonly bodyClass: string;
  /** The logged-in reader; null for visitors. */
  readonly viewer: { readonly name: string } | null;
  /** The address of a file of the theme, by its name in `assets`; it changes with the file's content. */
  readonly asset: (name: string) => string;
  /** The words of the built-in pages in the language of the site. */
  readonly words: Words;
}

export interface SiteModel {
  readonly title: string;
  readonly tagline: string;
  /** The front page. */
  readonly url: string;
  /** Language tag for `lang`. */
  readonly language: string;
  readonly direction: 'ltr' | 'rtl';
  readonly logo: PictureModel | null;
  readonly menu: readonly MenuItem[];
  /** The menu at the place for the footer; empty where there is none. */
  readonly footerMenu: readonly MenuItem[];
  /** Where a search form leads: a GET with the parameter `s`, and the plain fields it needs besides. */
  readonly search: { readonly action: string; readonly term: string };
  readonly feedUrl: string;
}

export interface AuthorModel extends LinkModel {
  /** Null where the site shows none. */
  readonly avatar: AvatarModel | null;
  readonly about: string;
}

/** A post, page or file as lists show it. */
export interface EntrySummary {
  readonly id: number;
  readonly type: string;
  readonly url: string;
  /** Rendered; may hold markup such as `<em>`. */
  readonly title: Html;
  readonly plainTitle: string;
  readonly excerpt: Html;
  readonly date: DateModel;
  readonly modified: DateModel;
  readonly author: AuthorModel | null;
  readonly categories: readonly LinkModel[];
  readonly tags: readonly LinkModel[];
  readonly picture: PictureModel | null;
  readonly isSticky: boolean;
  /** Whether a password keeps its text. */
  readonly isProtected: boolean;
  readonly commentCount: number;
}

/** A page of entries: the latest posts, an archive, or what a search found. */
export interface ListModel extends PageModel {
  readonly heading: string;
  readonly description: Html;
  readonly entries: readonly EntrySummary[];
  readonly total: number;
  readonly paging: PagingModel;
}

/** One post, page or file. */
export interface EntryModel extends PageModel {
  readonly entry: EntrySummary;
  readonly content: Html;
  /** The parts of a text that has several. */
  readonly parts: PagingModel;
  readonly previous: LinkModel | null;
  readonly next: LinkModel | null;
  /** The pages above this one, outermost first. */
  readonly above: readonly LinkModel[];
  readonly comments: CommentsModel;
  /** Set where the reader has to give the password of the text first. */
  readonly password: PasswordModel | null;
  /** Why only some can see this page; empty for what everyone sees. */
  readonly note: string;
}

/** A form that posts `post_password` and the hidden fields. */
export interface PasswordModel {
  readonly action: string;
  readonly hidden: readonly (readonly [name: string, value: string])[];
  readonly wasWrong: boolean;
}

/** A page that says something went wrong, or what happens next. */
export interface MessageModel extends PageModel {
  readonly heading: string;
  readonly message: string;
  /** Offered below the message. */
  readonly back: LinkModel | null;
  /** The comment form with what was written, so that nothing is lost. */
  readonly comments: CommentsModel | null;
}

/** The comments of an entry and the form for a new one. */
export interface CommentsModel {
  /** Whether the entry has comments, or could get some. */
  readonly isShown: boolean;
  readonly count: number;
  readonly thread: readonly CommentModel[];
  readonly paging: PagingModel;
  /** Null where nobody, or this reader, cannot comment; `closed` then says why. */
  readonly form: CommentFormModel | null;
  readonly closed: string;
  /** Where to log in, for those who have to; empty for all others. */
  readonly loginUrl: string;
}

export interface CommentModel {
  readonly id: number;
  readonly url: string;
  readonly author: string;
  /** Empty where the author gave no address. */
  readonly authorUrl: string;
  /** Whether its author wrote the entry. */
  readonly isByEntryAuthor: boolean;
  /** Null where the site shows none. */
  readonly avatar: AvatarModel | null;
  readonly date: DateModel;
  readonly text: Html;
  /** Seen by its author only, until it is approved. */
  readonly isPending: boolean;
  /** A pingback or trackback from another site. */
  readonly isPing: boolean;
  /** Null where it cannot be replied to. */
  readonly replyUrl: string | null;
  readonly replies: readonly CommentModel[];
}

/** A form that posts `comment`, `author`, `email`, `url` and the hidden fields. */
export interface CommentFormModel {
  readonly action: string;
  readonly hidden: readonly (readonly [name: string, value: string])[];
  /** The name of a field that people leave empty; it must not be visible. */
  readonly trap: string;
  /** The name of the logged-in reader, who need not give one; empty for visitors. */
  readonly viewer: string;
  readonly requiresName: boolean;
  readonly replyingTo: { readonly name: string; readonly cancelUrl: string } | null;
  /** What was written before, where it has to be sent again. */
  readonly values: { readonly comment: string; readonly author: string; readonly email: string; readonly url: string };
}

export interface MenuItem {
  readonly label: string;
  readonly url: string;
  readonly isCurrent: boolean;
  readonly children: readonly MenuItem[];
  /** Whether it opens in a window of its own. */
  readonly opensWindow: boolean;
  readonly classes: readonly string[];
  /** For the attribute of that name; empty for none. */
  readonly rel: string;
  /** Shown to those who point at it; empty for none. */
  readonly title: string;
}

/** An image with its copies in other sizes; width and height reserve its place. */
export interface PictureModel {
  readonly src: string;
  readonly srcset: string;
  readonly width: number;
  readonly height: number;
  readonly alt: string;
  /** Its resized pictures, for `resizedSrcset` and `resizedUrl`; null where there are none. */
  readonly resized?: { readonly url: string; readonly widths: readonly number[] } | null;
  /** What stays in view where it is cropped, as CSS places it: `25% 75%`; left out for the middle. */
  readonly position?: string;
}

export interface DateModel {
  /** For `<time datetime>`. */
  readonly iso: string;
  /** In the site's date format and language. */
  readonly text: string;
}

/** The picture of a person: a letter on a ground of its own, and the picture that may cover it. */
export interface AvatarModel {
  /** Empty where the letter is all there is. It may be on another host, and not load. */
  readonly src: string;
  readonly letter: string;
  /** The hue of the ground, in degrees. */
  readonly hue: number;
}

export interface LinkModel {
  readonly label: string;
  readonly url: string;
}

/** Which page this is; null where there is no page before or after it. */
export interface PagingModel {
  readonly page: number;
  readonly pages: number;
  readonly newer: string | null;
  readonly older: string | null;
  /** The address of each page that is offered, with gaps as null. */
  readonly links: readonly ({ readonly page: number; readonly url: string } | null)[];
}
