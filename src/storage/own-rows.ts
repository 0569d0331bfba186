import { sql } from 'kysely';
import { all, never, oneOf, type Condition as SqlCondition, type Value, written } from './condition.ts';
import { ownTableDefinition, ownTableName } from './own-table.ts';
import type { Session } from './session.ts';
import type { Condition, Direction, OwnTable, Page, Rows } from './store.ts';

/** Five verbs on a table that an extension declared; the table is made before its first use. */
export class OwnRows<Row extends object> implements Rows<Row> {
  readonly #session: Session;
  readonly #table: OwnTable<Row>;
  readonly #name: string;

  constructor(session: Session, table: OwnTable<Row>) {
    this.#session = session;
    this.#table = table;
    this.#name = ownTableName(table.name);
  }

  async find(
    where: Condition<Row>,
    order?: { by: keyof Row & string; direction: Direction },
    page?: Page,
  ): Promise<Row[]> {
    const session = await this.#ready();
    const condition = this.#condition(where);
    if (condition === never) return [];
    const { by, direction } = order ?? { by: this.#table.key, direction: 'asc' };
    const rows = await session.select<Record<string, Value>>(
      `own ${this.#name} ${condition.shape} ${by} ${direction} ${page ? 'page' : ''}`,
      page ? [...condition.values, page.limit, page.offset] : condition.values,
      (slots) => {
        const all = this.#from(session)
          .select(this.#columns())
          .where(condition.build(slots))
          .orderBy(`r.${by}` as never, direction);
        const ordered = by === this.#table.key ? all : all.orderBy(`r.${this.#table.key}` as never, direction);
        return page ? ordered.limit(slots.at(-2) as number).offset(slots.at(-1) as number) : ordered;
      },
    );
    return rows.map((row) => this.#read(row));
  }

  async count(where: Condition<Row>): Promise<number> {
    const session = await this.#ready();
    const condition = this.#condition(where);
    if (condition === never) return 0;
    const [row] = await session.select<{ n: number }>(
      `own count ${this.#name} ${condition.shape}`,
      condition.values,
      (slots) =>
        this.#from(session)
          .select(({ fn }) => fn.countAll<number>().as('n'))
          .where(condition.build(slots)),
    );
    return row?.n ?? 0;
  }

  async insert(row: Partial<Row>): Promise<number> {
    return this.#write(async (session) => {
      const { id } = await session.execute(
        session.db.insertInto(this.#name as 'platen_meta').values({ ...this.#blank(), ...this.#stored(row) } as never),
      );
      return id;
    });
  }

  async update(where: Condition<Row>, changes: Partial<Row>): Promise<number> {
    const stored = this.#stored(changes);
    if (Object.keys(stored).length === 0) return 0;
    return this.#change(where, (session) =>
      session.db.updateTable(`${this.#name} as r` as 'platen_meta as r').set(stored),
    );
  }

  async increase(where: Condition<Row>, by: Partial<Record<keyof Row & string, number>>): Promise<number> {
    const sums = Object.entries(by).map(([name, step]) => [name, sql`${sql.ref(name)} + ${step}`]);
    if (sums.length === 0) return 0;
    return this.#change(where, (session) =>
      session.db.updateTable(`${this.#name} as r` as 'platen_meta as r').set(Object.fromEntries(sums)),
    );
  }

  async remove(where: Condition<Row>): Promise<number> {
    return this.#write(async (session) => {
      const condition = this.#condition(where, this.#name);
      if (condition === never) return 0;
      const query = session.db.deleteFrom(this.#name as 'platen_meta').where(condition.build(condition.values));
      return (await session.execute(query)).affected;
    });
  }

  async #change(
    where: Condition<Row>,
    start: (session: Session) => {
      where(condition: ReturnType<SqlCondition['build']>): Parameters<Session['execute']>[0];
    },
  ): Promise<number> {
    return this.#write(async (session) => {
      const condition = this.#condition(where);
      if (condition === never) return 0;
      return (await session.execute(start(session).where(condition.build(condition.values)))).affected;
    });
  }

  #write<T>(work: (session: Session) => Promise<T>): Promise<T> {
    return this.#session.transaction(async (session) => {
      await this.#ensure(session);
      session.touch(`table:${this.#table.name}`);
      return work(session);
    });
  }

  async #ready(): Promise<Session> {
    await this.#ensure(this.#session);
    this.#session.note(`table:${this.#table.name}`);
    return this.#session;
  }

  #ensure(session: Session): Promise<void> {
    return session.site.tables.ensure(this.#name, () => ownTableDefinition(this.#table), session);
  }

  /** Typed as one of our tables; the declared columns are what differs. */
  #from(session: Session) {
    return session.db.selectFrom(`${this.#name} as r` as 'platen_meta as r');
  }

  /** By name: a statement that is kept must not change its columns when the table grows. */
  #columns() {
    return Object.keys(this.#table.columns).map((name) => sql.ref(`r.${name}`).as(name));
  }

  #condition(where: Condition<Row>, alias = 'r'): SqlCondition {
    const { dialect } = this.#session;
    const parts: SqlCondition[] = [];
    for (const [name, wanted] of Object.entries(where)) {
      if (wanted === undefined) continue;
      const column = `${alias}.${name}`;
      if (wanted === null) parts.push(written(`${column} null`, [], () => sql`${sql.ref(column)} is null`));
      else if (typeof wanted !== 'object') parts.push(oneOf(column, [plain(wanted)]));
      else if ('in' in wanted) parts.push(oneOf(column, (wanted.in as unknown[]).map(plain)));
      else if ('contains' in wanted) {
        const needle = dialect.needle(String(wanted.contains));
        parts.push(written(`${column}~`, [needle], ([slot]) => dialect.contains(sql.ref(column), slot!)));
      } else parts.push(...range(column, wanted as { from?: unknown; below?: unknown }));
    }
    return all(parts);
  }

  #stored(row: Partial<Row>): Record<string, Value> {
    const stored: Record<string, Value> = {};
    for (const [name, kind] of Object.entries(this.#table.columns)) {
      const value = (row as Record<string, unknown>)[name];
      if (value === undefined) continue;
      stored[name] = kind === 'json' && value !== null ? JSON.stringify(value) : plain(value);
    }
    return stored;
  }

  /** What a column holds that the caller left out. */
  #blank(): Record<string, Value> {
    const blank: Record<string, Value> = {};
    for (const [name, kind] of Object.entries(this.#table.columns)) {
      if (kind === 'id') blank[name] = null;
      else if (kind === 'integer') blank[name] = 0;
      else if (kind === 'text' || kind === 'short') blank[name] = '';
    }
    return blank;
  }

  #read(row: Record<string, Value>): Row {
    const read: Record<string, unknown> = {};
    for (const [name, kind] of Object.entries(this.#table.columns)) {
      const value = row[name];
      read[name] = kind === 'json' && typeof value === 'string' ? JSON.parse(value) : value;
    }
    return read as Row;
  }
}

function range(column: string, { from, below }: { from?: unknown; below?: unknown }): SqlCondition[] {
  const parts: SqlCondition[] = [];
  if (from !== undefined) {
    parts.push(written(`${column}>=`, [plain(from)], ([slot]) => sql`${sql.ref(column)} >= ${slot}`));
  }
  if (below !== undefined) {
    parts.push(written(`${column}<`, [plain(below)], ([slot]) => sql`${sql.ref(column)} < ${slot}`));
  }
  return parts;
}

/** A value as the drivers take it. */
const plain = (value: unknown): Value =>
  typeof value === 'boolean' ? Number(value) : value === null || typeof value === 'number' ? value : String(value);
