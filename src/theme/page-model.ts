import type { AvatarModel, DateModel, LinkModel, MenuItem, PagingModel, PictureModel } from './basic-models.ts';
import type { CommentsModel } from './comment-model.ts';
import type { Html } from './html.ts';
import type { Words } from './words/english.ts';

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
