import { type Expression, sql } from 'kysely';
import {
  all,
  atLeast,
  type BuiltCondition,
  below,
  byColumns,
  never,
  oneOf,
  type SqlCondition,
} from '../query/condition.ts';
import type { Dialect } from '../query/dialect.ts';
import { assignments, choice, column, fragment, type SqlFragment, type Value } from '../query/fragment.ts';
import { type ListInputs, pageOf } from '../query/list-query.ts';
import type { Session } from '../query/session.ts';
import { type StatementContext, statement } from '../query/statement.ts';
import { keysOf, namedTables } from '../query/tables.ts';
import type { Condition, ExtensionTable, Rows } from '../store/extension-tables.ts';
import type { Direction, Page } from '../store/list.ts';
import { ownTableDefinition, ownTableName } from './extension-table.ts';

/** The operations on a table that an extension declared; the table is created before its first use. */
export class ExtensionRows<Row extends object> implements Rows<Row> {
  readonly #session: Session;
  readonly #table: ExtensionTable<Row>;
  readonly #name: string;

  constructor(session: Session, table: ExtensionTable<Row>) {
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
    this.#session.dependOn(`table:${this.#table.name}`);
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

/** A caller's condition on the rows of a declared table with this alias. */
function ownCondition<Row>(where: Condition<Row>, alias: string, dialect: Dialect): SqlCondition {
  const wanted: [string, unknown][] = Object.entries(where);
  return all(wanted.flatMap(([name, value]) => columnConditions(`${alias}.${name}`, value, dialect)));
}

function columnConditions(name: string, wanted: unknown, dialect: Dialect): SqlCondition[] {
  if (wanted === undefined) return [];
  if (wanted === null) return [fragment`${column(name)} is null`];
  if (typeof wanted !== 'object') return [oneOf(name, [storedValue(wanted)])];
  if ('in' in wanted && Array.isArray(wanted.in)) return [oneOf(name, wanted.in.map(storedValue))];
  if ('contains' in wanted) return [dialect.contains(column(name), String(wanted.contains))];
  const conditions: SqlCondition[] = [];
  if ('from' in wanted && wanted.from !== undefined) conditions.push(atLeast(name, storedValue(wanted.from)));
  if ('below' in wanted && wanted.below !== undefined) conditions.push(below(name, storedValue(wanted.below)));
  return conditions;
}

/** A value in the form that the drivers accept. */
const storedValue = (value: unknown): Value =>
  typeof value === 'boolean' ? Number(value) : value === null || typeof value === 'number' ? value : String(value);

interface OwnSelection {
  readonly table: string;
  /** Explicit names: a cached statement must not change its columns when the table gets new ones. */
  readonly columns: readonly string[];
}

const ownColumns = ({ db }: StatementContext, { table, columns }: OwnSelection) =>
  namedTables(db)
    .selectFrom(`${table} as r`)
    .select(columns.map((name) => sql.ref<Value>(`r.${name}`).as(name)));

interface OwnList extends OwnSelection {
  readonly condition: BuiltCondition;
  readonly order: Expression<unknown>;
}
const ownRowsWhere = statement((context, { condition, order, ...selected }: OwnList) =>
  ownColumns(context, selected).where(condition).orderBy(order),
);

const ownPage = statement((context, { table, columns, ...list }: OwnSelection & ListInputs) =>
  pageOf(ownColumns(context, { table, columns }), list),
);

const countedOwnRows = statement(({ db }, { table, condition }: { table: string; condition: BuiltCondition }) =>
  namedTables(db)
    .selectFrom(`${table} as r`)
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .where(condition),
);

type OwnValues = Readonly<Record<string, Expression<Value>>>;

const insertOwnRow = statement(({ db }, { table, values }: { table: string; values: OwnValues }) =>
  namedTables(db).insertInto(table).values(values),
);

const putOwnRow = statement(({ db }, { table, values }: { table: string; values: OwnValues }) =>
  namedTables(db).replaceInto(table).values(values),
);

interface OwnChange {
  readonly table: string;
  readonly values: OwnValues;
  readonly condition: BuiltCondition;
}
const updateOwnRows = statement(({ db }, { table, values, condition }: OwnChange) =>
  namedTables(db).updateTable(`${table} as r`).set(values).where(condition),
);

/** The condition uses the table's own name: not every database allows an alias here. */
const removeOwnRows = statement(({ db }, { table, condition }: { table: string; condition: BuiltCondition }) =>
  namedTables(db).deleteFrom(table).where(condition),
);
