import { logEverything } from '../changes/change-log.ts';
import { takeLock } from '../locks.ts';
import { recordDependants } from '../posts/post-changes.ts';
import type { Session } from '../query/session.ts';
import type { FeedChange } from '../store/site.ts';
import { readMeta, record } from './migrate-mariadb.ts';
import { raw } from './raw.ts';
import { decidingPart, digestSql, digestVersion, type SeenKind, seenKinds } from './seen-kinds.ts';

/** Ids per transaction, so that none takes long. */
const chunk = 5_000;
/** The name under which the database says that every item has been looked at, and with which digest. */
const lookedAll = 'seen';

interface Found {
  readonly id: number;
  /** Null where the item is gone. */
  readonly digest: string | null;
  readonly type: string;
  readonly status: string;
  readonly author: number;
  readonly wasDigest: string | null;
  readonly wasType: string | null;
  readonly wasStatus: string | null;
  readonly wasAuthor: number | null;
}

/**
 * Finds the items that another program changed, by comparing each with what was last seen of it. The server compares;
 * only differences leave it. Our own changes are found here too, once more.
 */
export class SeenItems {
  readonly #prefix: string;

  constructor(prefix: string) {
    this.#prefix = prefix;
  }

  /** Looks through every item, in short transactions, and adds what it finds to the log and the feed. */
  async look(session: Session): Promise<void> {
    const isNew = (await readMeta(session.db, lookedAll)) !== digestVersion;
    for (const kind of seenKinds) {
      const last = await this.#lastId(session, kind);
      for (let from = 0; from < last; from += chunk)
        await session.transaction((inner) => this.#lookAt(inner, kind, from, isNew));
    }
    if (isNew) await session.transaction(({ db }) => begin(db));
  }

  async #lookAt(session: Session, kind: SeenKind, from: number, isNew: boolean): Promise<void> {
    await takeLock(session, 'feed of others');
    const found = [...(await this.#changed(session, kind, from)), ...(await this.#gone(session, kind, from))];
    if (found.length === 0) return;
    for (const item of found) if (!isNew) await noteFound(session, kind, item);
    await this.#keep(session, kind, found);
  }

  #changed(session: Session, kind: SeenKind, from: number): Promise<Found[]> {
    const { id, type, status, author, without } = kind;
    const text = `select n.*, s.digest as wasDigest, s.type as wasType, s.status as wasStatus, s.author as wasAuthor from (
        select ${id} as id, ${type} as type, ${status} as status, ${author} as author,
          ${digestSql(kind, this.#prefix)} as digest
        from ${kind.from(this.#prefix)} where ${id} > ? and ${id} <= ? ${without ? `and ${without}` : ''}
      ) as n left join ${this.#prefix}platen_seen as s on s.kind = ? and s.id = n.id
      where s.digest is null or s.digest <> n.digest`;
    return raw<Found>(session.db, text, [from, from + chunk, kind.kind]);
  }

  #gone(session: Session, kind: SeenKind, from: number): Promise<Found[]> {
    const text = `select s.id, null as digest, s.type, s.status, s.author,
        s.digest as wasDigest, s.type as wasType, s.status as wasStatus, s.author as wasAuthor
      from ${this.#prefix}platen_seen as s where s.kind = ? and s.id > ? and s.id <= ?
        and not exists (select 1 from ${kind.from(this.#prefix)} where ${kind.id} = s.id)`;
    return raw<Found>(session.db, text, [kind.kind, from, from + chunk]);
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
    const [row] = await raw<{ last: number }>(session.db, text, [kind.kind]);
    return Number(row?.last ?? 0);
  }
}

/**
 * What was there before the first complete look is no change. What happened to it until then has no entry, so the feed
 * begins again.
 */
async function begin(db: Session['db']): Promise<void> {
  await record(db, lookedAll, digestVersion);
  await db.deleteFrom('platen_feed').execute();
  await logEverything(db, true);
}

async function noteFound(session: Session, { kind }: SeenKind, item: Found): Promise<void> {
  const tag = `${kind}:${item.id}`;
  const change = changeOf(item);
  const facts =
    item.wasType === null
      ? {}
      : { facts: { type: item.wasType, status: item.wasStatus ?? '', authorId: Number(item.wasAuthor ?? 0) } };
  session.touch(tag);
  session.recordChange(tag, { ...facts, change });
  if (kind !== 'post' || decidingPart(item.digest) === decidingPart(item.wasDigest)) return;
  for (const authorId of new Set([item.author, item.wasAuthor ?? item.author].map(Number)))
    await recordDependants(session, { id: item.id, authorId });
}

function changeOf({ digest, status, wasType, wasStatus }: Found): FeedChange {
  if (digest === null) return 'delete';
  if (wasType === null) return 'create';
  if (status === 'trash' && wasStatus !== 'trash') return 'trash';
  return status !== 'trash' && wasStatus === 'trash' ? 'restore' : 'update';
}
