/** A list of posts that a block shows. Plain data: blocks that ask for the same list share it. */
export interface PostQuery {
  readonly type: string;
  readonly perPage: number;
  readonly orderBy: 'date' | 'title' | 'modified' | 'id' | 'menuOrder' | 'author' | 'relevance';
  readonly order: 'asc' | 'desc';
  readonly offset?: number;
  /** The name of the parameter that says which page is shown. */
  readonly pageParameter?: string;
  readonly authors?: readonly number[];
  readonly search?: string;
  readonly exclude?: readonly number[];
  readonly parents?: readonly number[];
  readonly terms?: readonly { readonly taxonomy: string; readonly ids: readonly number[] }[];
  /** Whether the content of the posts is shown: its blocks then have needs as well. */
  readonly withContent?: boolean;
  /** Whether posts at the top of the site come first, are the only ones, or are left out; else they are like others. */
  readonly sticky?: 'first' | 'only' | 'exclude';
}

/** The posts of a page of a list. */
export interface ListedPosts {
  readonly ids: readonly number[];
  readonly page: number;
  readonly pages: number;
}
