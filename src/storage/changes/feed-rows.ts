import type { Param } from '../query/fragment.ts';
import type { Session } from '../query/session.ts';
import { type StatementContext, statement } from '../query/statement.ts';
import type { Feed, FeedPosition, FeedRow, LogPlace, TouchedTags } from '../store/site.ts';
import { readTags } from './change-log.ts';

const rows = ({ db }: StatementContext) =>
  db
    .selectFrom('platen_feed')
    .select(['seq', 'pos', 'kind', 'id', 'change', 'type', 'status', 'author as authorId', 'at']);

interface After {
  readonly seq: Param<number>;
  readonly pos: Param<number>;
}

const rowsAfter = statement((context, { seq, pos, end, limit }: After & Record<'end' | 'limit', Param<number>>) =>
  rows(context)
    .where('seq', '>=', seq)
    .where('seq', '<=', end)
    .where(({ or, eb }) => or([eb('seq', '>', seq), eb('pos', '>', pos)]))
    .orderBy('seq')
    .orderBy('pos')
    .limit(limit),
);

const rowAt = statement((context, { seq, pos }: After) => rows(context).where('seq', '=', seq).where('pos', '=', pos));

const firstRow = statement((context, { limit }: { readonly limit: Param<number> }) =>
  rows(context).orderBy('seq').orderBy('pos').limit(limit),
);

const lastRow = statement((context, { end, limit }: Record<'end' | 'limit', Param<number>>) =>
  rows(context).where('seq', '<=', end).orderBy('seq', 'desc').orderBy('pos', 'desc').limit(limit),
);

const logFrom = statement(({ db }, { seq, end }: Record<'seq' | 'end', Param<number>>) =>
  db
    .selectFrom('platen_changes')
    .select(['seq', 'tags', 'at'])
    .where('seq', '>=', seq)
    .where('seq', '<=', end)
    .orderBy('seq'),
);

const lastLogged = statement(({ db }, { end, limit }: Record<'end' | 'limit', Param<number>>) =>
  db.selectFrom('platen_changes').select(['seq', 'at']).where('seq', '<=', end).orderBy('seq', 'desc').limit(limit),
);

export class FeedRows implements Feed {
  readonly #session: Session;

  constructor(session: Session) {
    this.#session = session;
  }

  async read({ seq, pos }: FeedPosition, limit: number): Promise<FeedRow[]> {
    const end = await this.#end();
    return (await this.#session.select(rowsAfter, { seq, pos, end, limit })).map(asRow);
  }

  async oldest(): Promise<FeedRow> {
    const [row] = await this.#session.select(firstRow, { limit: 1 });
    return asRow(row);
  }

  async newest(): Promise<FeedRow> {
    const [row] = await this.#session.select(lastRow, { end: await this.#end(), limit: 1 });
    return asRow(row);
  }

  async at({ seq, pos }: FeedPosition): Promise<FeedRow | null> {
    const [row] = await this.#session.select(rowAt, { seq, pos });
    return row ? asRow(row) : null;
  }

  async logEnd(): Promise<LogPlace> {
    const [row] = await this.#session.select(lastLogged, { end: await this.#end(), limit: 1 });
    return row ?? { seq: 0, at: 0 };
  }

  async touchedSince({ seq, at }: LogPlace): Promise<TouchedTags> {
    const rows = await this.#session.select(logFrom, { seq, end: await this.#end() });
    const [first, ...since] = rows;
    return first?.seq === seq && first.at === at ? readTags(since) : 'everything';
  }

  /** On a server rows become visible in any order; below the floor of the log nothing can appear any more. */
  async #end(): Promise<number> {
    const { feed } = this.#session.site;
    await feed.refresh();
    return feed.floor() ?? Number.MAX_SAFE_INTEGER;
  }
}

type StoredRow = { readonly [Name in keyof FeedRow]: Name extends 'kind' | 'change' ? string : FeedRow[Name] };

function asRow(row: StoredRow | undefined): FeedRow {
  if (!row) throw new Error('The feed has no rows; its first one is made with its table.');
  // Only `addToFeed` and the migrations write these columns.
  return { ...row, kind: row.kind as FeedRow['kind'], change: row.change as FeedRow['change'] };
}
