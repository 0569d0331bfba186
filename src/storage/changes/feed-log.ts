import type { CompiledQuery, InsertObject, Kysely } from 'kysely';
import { assignments, type Fragment, fragment, type SqlFragment, shapesOf, valuesOf } from '../query/fragment.ts';
import { type CompilableQuery, type StatementCache, statement } from '../query/statement.ts';
import type { Tables } from '../query/tables.ts';
import type { FeedChange, FeedRow } from '../store/site.ts';

/** What a transaction changes, for the caches and for the feed. */
export class ChangeRecord {
  readonly #tags = new Set<string>();
  readonly #inserted = new Set<string>();
  readonly #notes = new Map<string, ItemNotes>();

  /** The tags that it touched. */
  get tags(): ReadonlySet<string> {
    return this.#tags;
  }

  touch(tags: Iterable<string>): void {
    for (const tag of tags) this.#tags.add(tag);
  }

  /** Records that it inserted the row of a tag, so that nobody else can see it yet. */
  markInserted(tag: string): void {
    this.#inserted.add(tag);
  }

  hasInserted(tag: string): boolean {
    return this.#inserted.has(tag);
  }

  /** Records for the feed what becomes of the item of a tag; what was known of it first counts. */
  note(tag: string, { change, facts }: ItemNotes): void {
    const known = this.#notes.get(tag);
    const first = known?.facts ?? facts;
    const last = change ?? known?.change;
    this.#notes.set(tag, { ...(first ? { facts: first } : {}), ...(last ? { change: last } : {}) });
  }

  /** The changed items, as the feed has them. */
  events() {
    return eventsOf(this.#tags, this.#notes, this.#inserted);
  }
}

/** What is known of an item before a transaction changed it. */
export type ItemFacts = Pick<FeedRow, 'type' | 'status' | 'authorId'>;

/** What a transaction recorded of one item. */
interface ItemNotes {
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
function eventsOf(
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

/** The number that the change log has just given to this transaction on a server. */
export const underLastLogged: SqlFragment<number> = fragment`last_insert_id()`;

type Insertable = InsertObject<Tables, 'platen_feed'>;

const addRows = statement(({ db }, { rows }: { readonly rows: readonly Insertable[] }) =>
  db.insertInto('platen_feed').values(rows),
);

/** The statements that add the events of a transaction under its number in the change log. */
export function feedQueries(
  { statements }: { readonly statements: StatementCache },
  events: readonly Event[],
  seq: SqlFragment<number>,
): CompiledQuery[] {
  const queries: CompiledQuery[] = [];
  for (let from = 0; from < events.length; from += rowsPerStatement) {
    const rows = insertableRows(events.slice(from, from + rowsPerStatement), { seq, from });
    queries.push(statements.query(addRows, { rows }));
  }
  return queries;
}

function insertableRows(
  events: readonly Event[],
  { seq, from }: { readonly seq: SqlFragment<number>; readonly from: number },
): Fragment<readonly Insertable[]> {
  const at = Date.now();
  const rows = events.map(({ kind, id, change, type, status, authorId }, index) =>
    assignments({ seq, pos: from + index, kind, id, change, type, status, author: authorId, at }),
  );
  return {
    shape: shapesOf(rows),
    values: valuesOf(rows),
    // Each row has the columns named above.
    build: (params) => rows.map((row) => row.build(params) as Insertable),
  };
}

/** Removes old rows now and then. The newest row stays, so that those who have read everything can go on. */
export async function pruneFeed(session: FeedTransaction, newest: number): Promise<void> {
  if (newest % pruneEvery !== 0) return;
  const before = Date.now() - session.site.feedMs;
  await session.execute(session.db.deleteFrom('platen_feed').where('at', '<', before).where('seq', '<', newest));
}
