/** A feed, whatever its format. Dates are in ISO 8601; texts are plain unless they are called HTML. */
export interface FeedModel {
  readonly title: string;
  /** The page that it belongs to. */
  readonly link: string;
  readonly feedUrl: string;
  readonly description: string;
  readonly language: string;
  /** The newest change; empty for an empty feed. */
  readonly updated: string;
  readonly icon: { readonly url: string; readonly width: number; readonly height: number } | null;
  readonly items: readonly FeedItem[];
}

export interface FeedItem {
  /** Never changes, whatever happens to the address. */
  readonly guid: string;
  readonly title: string;
  readonly url: string;
  readonly published: string;
  readonly updated: string;
  readonly author: string;
  readonly categories: readonly string[];
  /** Plain text. */
  readonly summary: string;
  /** Null where the feed has summaries only. */
  readonly html: string | null;
  readonly comments: { readonly url: string; readonly feedUrl: string; readonly count: number } | null;
}

/** The newest of some dates. */
export function newest(dates: readonly string[]): string {
  return dates.reduce((latest, date) => (Date.parse(date) > (Date.parse(latest) || 0) ? date : latest), '');
}
