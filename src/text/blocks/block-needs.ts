import type {
  AskedMonth,
  AskedTerms,
  CalendarMonth,
  LatestComment,
  ListedPage,
  Period,
  PeriodUnit,
  ShownComment,
  ShownEmbed,
  ShownFeed,
  ShownFootnote,
  ShownMenu,
  ShownPage,
  ShownPerson,
  ShownPost,
  ShownSite,
  ShownTerm,
} from './block-data.ts';

/**
 * What dynamic blocks can ask for: what they say when they ask, and what is loaded for it. All of it is plain data, and
 * nothing of it is hidden from the reader.
 */
export interface BlockNeeds {
  site: { asked: null; loaded: ShownSite };
  /** A post by its id. */
  post: { asked: number; loaded: ShownPost };
  /** A list of posts; each of them is loaded as a `post` as well. */
  posts: { asked: PostQuery; loaded: ListedPosts };
  /** The text of a reusable block, asked for by its id. */
  reusable: { asked: number; loaded: string };
  /** A stored menu, asked for by its id. */
  menu: { asked: number; loaded: ShownMenu };
  terms: { asked: AskedTerms; loaded: readonly ShownTerm[] };
  pages: { asked: null; loaded: readonly ListedPage[] };
  periods: { asked: PeriodUnit; loaded: readonly Period[] };
  calendar: { asked: AskedMonth | null; loaded: CalendarMonth };
  /** The newest comments, asked for by their number. */
  latestComments: { asked: number; loaded: readonly LatestComment[] };
  /** The comments on a post, oldest first, asked for by its id. */
  comments: { asked: number; loaded: readonly ShownComment[] };
  /** The footnotes of a post, asked for by its id. */
  footnotes: { asked: number; loaded: readonly ShownFootnote[] };
  /** A user by id. */
  person: { asked: number; loaded: ShownPerson };
  /** A feed by its address. */
  feed: { asked: string; loaded: ShownFeed };
  /** The page that the text is on; there is none in the interface. */
  page: { asked: null; loaded: ShownPage };
  /** What an address alone on its line stands for. */
  embed: { asked: string; loaded: ShownEmbed };
}

export type BlockNeedKind = keyof BlockNeeds;

/** For each kind of need, what was asked for or what was loaded, by the key of what was asked. */
export type NeedMaps<Part extends 'asked' | 'loaded'> = {
  readonly [Kind in BlockNeedKind]: Map<string, BlockNeeds[Kind][Part]>;
};

export const emptyNeeds = <Part extends 'asked' | 'loaded'>(): NeedMaps<Part> => ({
  site: new Map(),
  post: new Map(),
  posts: new Map(),
  reusable: new Map(),
  menu: new Map(),
  terms: new Map(),
  pages: new Map(),
  periods: new Map(),
  calendar: new Map(),
  latestComments: new Map(),
  comments: new Map(),
  footnotes: new Map(),
  person: new Map(),
  feed: new Map(),
  page: new Map(),
  embed: new Map(),
});

/** Asks for something to be loaded. */
export type AskFor = <Kind extends BlockNeedKind>(kind: Kind, asked: BlockNeeds[Kind]['asked']) => void;

/** Everything that was asked for, once each, by its key. */
export type NeededByBlocks = { readonly [Kind in BlockNeedKind]: ReadonlyMap<string, BlockNeeds[Kind]['asked']> };

/** Everything that was loaded, by the key of what was asked. */
export type BlockData = { readonly [Kind in BlockNeedKind]: ReadonlyMap<string, BlockNeeds[Kind]['loaded']> };

/** The key under which something asked for is loaded. */
export const needKey = (asked: BlockNeeds[BlockNeedKind]['asked']): string => JSON.stringify(asked);

/** What was loaded for something asked for; undefined where there is none. */
export function loadedFor<Kind extends BlockNeedKind>(
  data: BlockData | undefined,
  kind: Kind,
  asked: BlockNeeds[Kind]['asked'],
): BlockNeeds[Kind]['loaded'] | undefined {
  return data?.[kind].get(needKey(asked));
}

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
