import { CompiledQuery } from 'kysely';
import { allTags } from '../changes/change-log.ts';
import { noteDependants } from '../posts/post-notes.ts';
import type { Session } from '../query/session.ts';
import type { FeedChange } from '../store/feed.ts';
import { takeLock } from '../take-lock.ts';
import { digestSql, type SeenKind, seenKinds } from './seen-kinds.ts';

/** Ids per transaction, so that none takes long. */
const chunk = 5_000;
/** A look may take this share of the time at most. */
const restShare = 20;

interface Found {
  readonly id: number;
  /** Null where the item is gone. */
  readonly digest: string | null;
  readonly type: string;
  readonly status: string;
  readonly author: number;
  readonly wasType: string | null;
  readonly wasStatus: string | null;
  readonly wasAuthor: number | null;
}

/**
 * Finds the items that another program changed, by comparing each with what was last seen of it. The server compares;
 * only differences leave it. Our own changes are found here too, once more.
 */
export class SeenItems {
  readonly #writtenTo: () => Promise<boolean>;
  readonly #prefix: string;
  #isFirst = true;
  #nextAt = 0;

  constructor(writtenTo: () => Promise<boolean>, prefix: string) {
    this.#writtenTo = writtenTo;
    this.#prefix = prefix;
  }

  /** Whether it is time to look, and there may be something to find. */
  async isDue(): Promise<boolean> {
    if (performance.now() < this.#nextAt) return false;
    const happened = await this.#writtenTo();
    return happened || this.#isFirst;
  }

  /** Looks through every item, in short transactions, and adds what it finds to the log and the feed. */
  async look(session: Session): Promise<void> {
    const begun = performance.now();
    const isNew = (
      await this.#ask<{ n: number }>(session, `select count(*) as n from ${this.#prefix}platen_seen`, [])
    ).every(({ n }) => Number(n) === 0);
    for (const kind of seenKinds) {
      const last = await this.#lastId(session, kind);
      for (let from = 0; from < last; from += chunk) {
        await session.transaction((inner) => this.#lookAt(inner, kind, from, isNew));
      }
    }
    this.#isFirst = false;
    this.#nextAt = performance.now() + (performance.now() - begun) * restShare;
  }

  async #lookAt(session: Session, kind: SeenKind, from: number, isNew: boolean): Promise<void> {
    await takeLock(session, 'feed of others');
    const found = [...(await this.#changed(session, kind, from)), ...(await this.#gone(session, kind, from))];
    if (found.length === 0) return;
    for (const item of found) if (!isNew) await noteFound(session, kind, item);
    // What was there before anybody looked is no change, but caches may have been filled meanwhile.
    if (isNew) session.touch(allTags);
    await this.#keep(session, kind, found);
  }

  #changed(session: Session, kind: SeenKind, from: number): Promise<Found[]> {
    const { id, type, status, author, without } = kind;
    const text = `select n.*, s.type as wasType, s.status as wasStatus, s.author as wasAuthor from (
        select ${id} as id, ${type} as type, ${status} as status, ${author} as author,
          ${digestSql(kind, this.#prefix)} as digest
        from ${kind.from(this.#prefix)} where ${id} > ? and ${id} <= ? ${without ? `and ${without}` : ''}
      ) as n left join ${this.#prefix}platen_seen as s on s.kind = ? and s.id = n.id
      where s.digest is null or s.digest <> n.digest`;
    return this.#ask<Found>(session, text, [from, from + chunk, kind.kind]);
  }

  #gone(session: Session, kind: SeenKind, from: number): Promise<Found[]> {
    const text = `select s.id, null as digest, s.type, s.status, s.author,
        s.type as wasType, s.status as wasStatus, s.author as wasAuthor
      from ${this.#prefix}platen_seen as s where s.kind = ? and s.id > ? and s.id <= ?
        and not exists (select 1 from ${kind.from(this.#prefix)} where ${kind.id} = s.id)`;
    return this.#ask<Found>(session, text, [kind.kind, from, from + chunk]);
  }

  async #keep(session: Session, { kind }: SeenKind, found: readonly Found[]): Promise<void> {
    const gone = found.filter((item) => item.digest === null).map((item) => item.id);
    const rows = found.flatMap(({ id, digest, type, status, author }) =>
      digest === null ? [] : [{ kind, id, digest, type, status, author }],
    );
    const { db } = session;
    if (gone.length > 0)
      await session.execute(db.deleteFrom('platen_seen').where('kind', '=', kind).where('id', 'in', gone));
    for (let at = 0; at < rows.length; at += 500)
      await session.execute(db.replaceInto('platen_seen').values(rows.slice(at, at + 500)));
  }

  async #lastId(session: Session, kind: SeenKind): Promise<number> {
    const text = `select greatest(
        coalesce((select max(${kind.id}) from ${kind.from(this.#prefix)}), 0),
        coalesce((select max(id) from ${this.#prefix}platen_seen where kind = ?), 0)) as last`;
    const [row] = await this.#ask<{ last: number }>(session, text, [kind.kind]);
    return Number(row?.last ?? 0);
  }

  async #ask<Row>(session: Session, text: string, values: readonly (string | number)[]): Promise<Row[]> {
    return (await session.db.executeQuery<Row>(CompiledQuery.raw(text, [...values]))).rows;
  }
}

async function noteFound(session: Session, { kind }: SeenKind, item: Found): Promise<void> {
  const tag = `${kind}:${item.id}`;
  const change = changeOf(item);
  const facts =
    item.wasType === null
      ? {}
      : { facts: { type: item.wasType, status: item.wasStatus ?? '', authorId: Number(item.wasAuthor ?? 0) } };
  session.touch(tag);
  session.noteItem(tag, { ...facts, change });
  if (kind === 'post' && item.status !== item.wasStatus)
    await noteDependants(session, { id: item.id, authorId: Number(item.author) });
}

function changeOf({ digest, status, wasType, wasStatus }: Found): FeedChange {
  if (digest === null) return 'delete';
  if (wasType === null) return 'create';
  if (status === 'trash' && wasStatus !== 'trash') return 'trash';
  return status !== 'trash' && wasStatus === 'trash' ? 'restore' : 'update';
}
