import type { Kysely } from 'kysely';
import type { CompilableQuery } from '../query/statement.ts';
import type { Tables } from '../query/tables.ts';
import type { FeedChange, FeedRow } from '../store/feed.ts';

/** What is known of an item before a transaction changed it. */
export type ItemFacts = Pick<FeedRow, 'type' | 'status' | 'authorId'>;

/** What a transaction noted of one item. */
export interface ItemNotes {
  readonly facts?: ItemFacts;
  readonly change?: FeedChange;
}

export const noFacts: ItemFacts = { type: '', status: '', authorId: 0 };

/** A transaction as the feed writes in it. */
export interface FeedTransaction {
  readonly db: Kysely<Tables>;
  readonly site: { readonly feedMs: number };
  execute(query: CompilableQuery<unknown>): Promise<unknown>;
}

type Event = Pick<FeedRow, 'kind' | 'id' | 'change' | 'type' | 'status' | 'authorId'>;

/** The changed items of a transaction: those whose tags it touched, and those it noted because others show or hide them. */
export function eventsOf(
  touched: ReadonlySet<string>,
  notes: ReadonlyMap<string, ItemNotes>,
  made: ReadonlySet<string>,
): Event[] {
  const events: Event[] = [];
  for (const tag of new Set([...touched, ...notes.keys()])) {
    const noted = notes.get(tag);
    const change = noted?.change ?? (made.has(tag) ? 'create' : 'update');
    const of = { change, ...(noted?.facts ?? noFacts) };
    // Nobody is told of revisions: they go with their post.
    if (of.type === 'revision') continue;
    const [kind, id] = tag.split(':');
    if (kind === 'options') events.push({ kind: 'settings', id: 0, ...of });
    else if (isItemKind(kind) && id !== undefined) events.push({ kind, id: Number(id), ...of });
  }
  return events;
}

const itemKinds = ['post', 'term', 'user', 'comment'] as const;
const isItemKind = (kind: string | undefined): kind is (typeof itemKinds)[number] =>
  itemKinds.some((one) => one === kind);

const rowsPerStatement = 500;
/** How many transactions pass between two removals of old rows. */
const pruneEvery = 500;

/** Adds the events of a transaction under its number in the change log. */
export async function addToFeed(session: FeedTransaction, seq: number, events: readonly Event[]): Promise<void> {
  const at = Date.now();
  const rows = events.map(({ authorId, ...event }, pos) => ({ seq, pos, ...event, author: authorId, at }));
  for (let from = 0; from < rows.length; from += rowsPerStatement) {
    const values = rows.slice(from, from + rowsPerStatement);
    await session.execute(session.db.insertInto('platen_feed').values(values));
  }
  if (seq % pruneEvery === 0) await prune(session, seq, at - session.site.feedMs);
}

/** The newest row stays, so that those who have read everything can go on. */
async function prune(session: FeedTransaction, newest: number, before: number): Promise<void> {
  const old = session.db.deleteFrom('platen_feed').where('at', '<', before).where('seq', '<', newest);
  await session.execute(old);
}
