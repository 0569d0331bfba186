/** Feeds and embeds are rendered elsewhere; `comments` is set for a feed of comments. */
export type AddressView = 'page' | 'embed' | { readonly feed: string; readonly comments: boolean };

/** The end of a path that says which page or which view of a thing is meant. */
export interface PathEnding {
  /** The path without it. */
  readonly segments: readonly string[];
  /** 0 where none is named. */
  readonly page: number;
  readonly commentPage: number;
  readonly view: AddressView;
}

const feedFormats = new Set(['feed', 'rdf', 'rss', 'rss2', 'atom', 'json']);

/** Splits `/feed/atom`, `/embed`, `/page/2` or `/comment-page-3` off a path. */
export function splitPathEnding(whole: readonly string[]): PathEnding {
  const { segments, view } = splitView(whole);
  const last = segments.at(-1) ?? '';
  const comments = /^comment-page-([1-9]\d{0,5})$/.exec(last)?.[1];
  if (comments) return { segments: segments.slice(0, -1), page: 0, commentPage: Number(comments), view };
  if (segments.at(-2) === 'page' && /^[1-9]\d{0,5}$/.test(last)) {
    return { segments: segments.slice(0, -2), page: Number(last), commentPage: 0, view };
  }
  return { segments, page: 0, commentPage: 0, view };
}

function splitView(whole: readonly string[]): Pick<PathEnding, 'segments' | 'view'> {
  const last = whole.at(-1) ?? '';
  if (last === 'embed' && whole.length > 1) return { segments: whole.slice(0, -1), view: 'embed' };
  const isNamed = whole.at(-2) === 'feed' && feedFormats.has(last);
  if (last !== 'feed' && !isNamed) return { segments: whole, view: 'page' };
  const segments = whole.slice(0, isNamed ? -2 : -1);
  const comments = segments.length === 1 && segments[0] === 'comments';
  const feed = last === 'feed' ? 'rss2' : last;
  return { segments: comments ? [] : segments, view: { feed, comments } };
}
