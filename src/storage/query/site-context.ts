import type { ChangeFeed } from '../changes/change-feed.ts';
import type { KeptCommentCounts } from '../comments/kept-comment-counts.ts';
import type { MetaIndex } from '../options/meta-index.ts';
import type { OptionsSnapshot } from '../options/options-snapshot.ts';
import type { OwnTableRegistry } from '../own/own-table-registry.ts';
import type { DayCounts } from '../posts/day-counts.ts';
import type { KeptBlocks } from '../posts/deep/kept-blocks.ts';
import type { KeptLists } from '../posts/kept/kept-lists.ts';
import type { KeptSets } from '../posts/kept/kept-sets.ts';
import type { KnownPosts } from '../posts/kept/known-posts.ts';
import type { PostLists } from '../posts/post-lists.ts';
import type { SearchTotals } from '../posts/search/search-totals.ts';
import type { SearchIndex } from '../search/search-index.ts';
import type { SlowStatements } from '../slow/slow-statements.ts';
import type { StatementCount } from '../slow/statement-count.ts';
import type { KnownUsers } from '../users/known-users.ts';
import type { Dialect } from './dialect.ts';
import type { BackgroundReads, OpenDialect, ReadSync, ReadTogether, RunInside } from './open-dialect.ts';
import type { StatementCache } from './statement-cache.ts';

/** What every session of one open store shares. */
export interface SiteContext {
  readonly prefix: string;
  readonly dialect: Dialect;
  readonly statements: StatementCache;
  readonly readSync: ReadSync | null;
  readonly runInside: RunInside | null;
  readonly background: BackgroundReads | null;
  readonly readTogether: ReadTogether | null;
  readonly within?: OpenDialect['within'];
  readonly commitNext?: OpenDialect['commitNext'];
  readonly retryMs: OpenDialect['retryMs'];
  readonly wasCommitted: OpenDialect['wasCommitted'];
  readonly readReplica: OpenDialect['readReplica'];
  readonly feed: ChangeFeed;
  readonly lists: PostLists;
  readonly metaIndex: MetaIndex;
  readonly searchIndex: SearchIndex;
  /** How long rows of the feed are kept. */
  readonly feedMs: number;
  readonly options: OptionsSnapshot;
  readonly dayCounts: DayCounts;
  readonly keptLists: KeptLists;
  readonly keptSets: KeptSets;
  readonly keptBlocks: KeptBlocks;
  readonly users: KnownUsers;
  readonly posts: KnownPosts;
  readonly searchTotals: SearchTotals;
  readonly commentCounts: KeptCommentCounts;
  readonly tables: OwnTableRegistry;
  readonly count: StatementCount;
  readonly slow: SlowStatements;
}
