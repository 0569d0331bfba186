import { never } from '../query/condition.ts';
import { choice, fragment, type SqlFragment } from '../query/fragment.ts';
import { keysOf } from '../query/keys-of.ts';
import { byColumns } from '../query/list-order.ts';
import type { Value } from '../query/param.ts';
import type { Session } from '../query/session.ts';
import { column } from '../query/sql-names.ts';
import { assignments } from '../query/sql-values.ts';
import type { Direction, Page } from '../store/list.ts';
import type { Condition, OwnTable, Rows } from '../store/own-tables.ts';
import { ownCondition, storedValue } from './own-condition.ts';
import {
  countedOwnRows,
  insertOwnRow,
  ownPage,
  ownRowsWhere,
  putOwnRow,
  removeOwnRows,
  updateOwnRows,
} from './own-statements.ts';
import { ownTableDefinition, ownTableName } from './own-table.ts';

/** The operations on a table that an extension declared; the table is created before its first use. */
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
    const condition = ownCondition(where, 'r', session.dialect);
    if (condition === never) return [];
    const inputs = {
      table: choice(this.#name),
      columns: choice(keysOf(this.#table.columns)),
      condition,
      order: this.#order(order),
    };
    const rows = page
      ? await session.select(ownPage, { ...inputs, limit: page.limit, offset: page.offset })
      : await session.select(ownRowsWhere, inputs);
    return rows.map((row) => this.#read(row));
  }

  async count(where: Condition<Row>): Promise<number> {
    const session = await this.#ready();
    const condition = ownCondition(where, 'r', session.dialect);
    if (condition === never) return 0;
    const [row] = await session.select(countedOwnRows, { table: choice(this.#name), condition });
    return row?.n ?? 0;
  }

  async insert(row: Partial<Row>): Promise<number> {
    return this.#write(async (session) => {
      // Callers may catch the error of a row that is there, and of nothing else.
      await session.sendQueued();
      return (await session.change(insertOwnRow, { table: choice(this.#name), values: this.#values(row) })).id;
    });
  }

  async append(row: Partial<Row>): Promise<void> {
    await this.#write((session) =>
      session.changeLater(insertOwnRow, { table: choice(this.#name), values: this.#values(row) }),
    );
  }

  async put(row: Row): Promise<void> {
    await this.#write((session) =>
      session.changeLater(putOwnRow, { table: choice(this.#name), values: assignments(this.#stored(row)) }),
    );
  }

  async update(where: Condition<Row>, changes: Partial<Row>): Promise<number> {
    return this.#change(where, this.#stored(changes));
  }

  async increase(where: Condition<Row>, by: Partial<Record<keyof Row & string, number>>): Promise<number> {
    const sums: Record<string, SqlFragment<number>> = {};
    for (const [name, step] of Object.entries<number | undefined>(by)) {
      if (step !== undefined) sums[name] = fragment`${column(name)} + ${step}`;
    }
    return this.#change(where, sums);
  }

  async remove(where: Condition<Row>): Promise<number> {
    return this.#write(async (session) => {
      const condition = ownCondition(where, this.#name, session.dialect);
      if (condition === never) return 0;
      return (await session.change(removeOwnRows, { table: choice(this.#name), condition })).affected;
    });
  }

  async #change(where: Condition<Row>, changes: Parameters<typeof assignments>[0]): Promise<number> {
    const values = assignments(changes);
    if (values.values.length === 0) return 0;
    return this.#write(async (session) => {
      const condition = ownCondition(where, 'r', session.dialect);
      if (condition === never) return 0;
      return (await session.change(updateOwnRows, { table: choice(this.#name), values, condition })).affected;
    });
  }

  async #write<T>(work: (session: Session) => Promise<T>): Promise<T> {
    // Outside of a transaction it is done once for all.
    if (!this.#session.inTransaction) await this.#ensure(this.#session);
    return this.#session.transaction(async (session) => {
      await this.#ensure(session);
      // A change of the SQLite file without a log row looks like another program's, which drops every cached response.
      const isLogged = this.#table.isLogged !== false || !session.dialect.can.manyWriters;
      if (isLogged) session.touch(`table:${this.#table.name}`);
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

  /** Ties are broken by the key, in the same direction. */
  #order(order?: { by: keyof Row & string; direction: Direction }) {
    const { key } = this.#table;
    const { by, direction } = order ?? { by: key, direction: 'asc' };
    const first = [column(`r.${by}`), direction] as const;
    return by === key ? byColumns(first) : byColumns(first, [column(`r.${key}`), direction]);
  }

  #stored(row: Partial<Row>): Record<string, Value> {
    const stored: Record<string, Value> = {};
    for (const name of keysOf(this.#table.columns)) {
      const value = row[name];
      if (value === undefined) continue;
      const isJson = this.#table.columns[name] === 'json' && value !== null;
      stored[name] = isJson ? JSON.stringify(value) : storedValue(value);
    }
    return stored;
  }

  #values(row: Partial<Row>) {
    return assignments({ ...this.#blank(), ...this.#stored(row) });
  }

  /** The defaults of columns that the caller left out. */
  #blank(): Record<string, Value> {
    const blank: Record<string, Value> = {};
    for (const name of keysOf(this.#table.columns)) {
      const kind = this.#table.columns[name];
      if (kind === 'id') blank[name] = null;
      else if (kind === 'integer') blank[name] = 0;
      else if (kind === 'text' || kind === 'short') blank[name] = '';
    }
    return blank;
  }

  #read(row: Readonly<Record<string, Value>>): Row {
    const read: Record<string, unknown> = {};
    for (const name of keysOf(this.#table.columns)) {
      const value = row[name];
      read[name] = this.#table.columns[name] === 'json' && typeof value === 'string' ? JSON.parse(value) : value;
    }
    // The table has a column for every member of its row, and only this class writes to it.
    return read as Row;
  }
}
