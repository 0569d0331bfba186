import type { Client, ResizedPictures } from '../client/client.ts';

/** A post, page, file, term or user, with as much of it as is read here. */
export interface Item {
  readonly id: number;
  readonly type?: string;
  readonly link: string;
  readonly slug: string;
  readonly date?: string | null;
  readonly date_gmt?: string | null;
  readonly modified_gmt?: string | null;
  readonly title?: { readonly rendered: string };
  readonly content?: { readonly rendered: string; readonly protected?: boolean };
  readonly excerpt?: { readonly rendered: string };
  readonly author?: number;
  readonly featured_media?: number;
  readonly comment_status?: string;
  readonly categories?: readonly number[];
  readonly tags?: readonly number[];
  /** Of a term or user. */
  readonly name?: string;
  readonly description?: string;
  /** Of a file. */
  readonly alt_text?: string;
  readonly source_url?: string;
  readonly media_details?: FileDetails;
  /** Where the site has the item field of this name. */
  readonly resized?: ResizedPictures | null;
  readonly _embedded?: { readonly [relation: string]: readonly unknown[] | undefined };
}

export interface FileDetails {
  readonly width?: number;
  readonly height?: number;
  /** An empty list where there are none. */
  readonly sizes?: readonly [] | Readonly<Record<string, FileSize>>;
}

export interface FileSize {
  readonly source_url?: string;
  readonly width: number;
  readonly height: number;
}

/** A picture with its copies in other sizes; width and height reserve its place. */
export interface Picture {
  readonly src: string;
  /** For the attribute; empty where there are no other sizes. */
  readonly srcset: string;
  readonly width: number;
  readonly height: number;
  readonly alt: string;
  /** Its resized pictures, where the site tells their addresses. */
  readonly resized?: ResizedPictures | null;
}

export interface MenuItem {
  readonly label: string;
  /** A path of the site, or an address elsewhere. */
  readonly url: string;
  readonly children: readonly MenuItem[];
}

/** What every page shows. */
export interface SiteFacts {
  readonly title: string;
  readonly tagline: string;
  readonly url: string;
  /** For the attribute `lang`. */
  readonly language: string;
  readonly direction: 'ltr' | 'rtl';
  readonly logo: Picture | null;
  /** Address of a picture; empty where there is none. */
  readonly icon: string;
  readonly menu: readonly MenuItem[];
  readonly footerMenu: readonly MenuItem[];
}

/** An item of a menu, in the order of reading. */
export interface WireMenuItem extends Pick<MenuItem, 'label' | 'url'> {
  readonly level: number;
}

/** The answer of `platen/v1/site`. */
export interface SiteAnswer extends Pick<SiteFacts, 'title' | 'tagline' | 'url' | 'language' | 'direction' | 'logo'> {
  readonly icon: Picture | null;
  readonly menu: readonly WireMenuItem[];
  readonly footer_menu: readonly WireMenuItem[];
}

export interface HeadElement {
  readonly tag: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly text?: string;
}

export interface WireComment {
  readonly id: number;
  readonly parent: number;
  readonly author_name: string;
  readonly author_url: string;
  readonly date_gmt: string;
  readonly content: { readonly rendered: string };
  readonly status?: string;
}

/** What a visitor writes. */
export interface CommentFields {
  readonly post: number;
  readonly parent?: number;
  readonly author_name: string;
  readonly author_email: string;
  readonly content: string;
}

/** Arguments of a list, as `wp/v2` takes them. */
export interface ListQuery {
  readonly [name: string]: string | number | boolean | readonly string[] | undefined;
  readonly context?: 'view';
}

/** What stands at an address of the site. */
export type Place =
  | { readonly kind: 'entry'; readonly base: string; readonly id: number; readonly path: string }
  | {
      readonly kind: 'list';
      /** Plain text; empty for the latest posts. */
      readonly title: string;
      readonly description: string;
      readonly base: string;
      readonly query: ListQuery;
      readonly page: number;
      /** Of the first page. */
      readonly path: string;
    }
  | { readonly kind: 'moved'; readonly to: string; readonly status: number };

/** The answer of `platen/v1/path`. */
export interface PathAnswer {
  readonly kind: string;
  readonly link: string;
  readonly redirect: { readonly to: string; readonly status: number } | null;
  readonly id?: number | null;
  readonly item?: string | null;
  readonly list?: string | null;
  readonly page?: number;
}

interface Get<Input, View> {
  readonly GET: { readonly input: Input; readonly view: View };
}

interface ContentRoutes {
  readonly '/': Get<ListQuery, Readonly<Record<'name' | 'description' | 'home', string>> & FrontFacts>;
  readonly '/platen/v1/path': Get<{ readonly path: string }, PathAnswer>;
  readonly '/platen/v1/head': Get<{ readonly path: string }, { readonly head: readonly HeadElement[] }>;
  readonly '/platen/v1/site': Get<object, SiteAnswer>;
  readonly '/platen/v1/search': Get<
    ListQuery,
    { readonly total: number; readonly items: readonly Readonly<Record<'link' | 'title' | 'snippet', string>>[] }
  >;
  readonly '/wp/v2/comments': Get<ListQuery, WireComment[]> & {
    readonly POST: { readonly input: CommentFields; readonly view: WireComment };
  };
  readonly '/wp/v2/{base}': Get<ListQuery, Item[]>;
  readonly '/wp/v2/{base}/{id}': Get<object, Item>;
}

/** Lists by their names, of which a declared type may have any. */
export interface ListRoutes {
  readonly [list: `/wp/v2/${string}`]: Get<ListQuery, Item[]>;
}

interface FrontFacts {
  readonly site_icon_url?: string;
  readonly show_on_front?: string;
  readonly page_on_front?: number;
}

export type ContentClient = Client<ContentRoutes>;
