import { andThen, type MaybePromise } from '../../lib/maybe-promise.ts';
import { isRowOf, type RowKey, type StoredMeta } from '../../rules/fields/field-storage.ts';
import { defineCache } from '../cache/cache-registry.ts';
import { tagsOfKinds } from '../cache/tag-cache.ts';
import { takeLock } from '../locks.ts';
import { any, type BuiltCondition, never, oneOf, type SqlCondition } from '../query/condition.ts';
import { column, fragment, type Param } from '../query/fragment.ts';
import type { Session } from '../query/session.ts';
import { statement } from '../query/statement.ts';
import type { Options } from '../store/site.ts';
import { wasInserted } from '../store-error.ts';

/** The values of `autoload` that existing sites use for options read with every request. */
const early = ['yes', 'on', 'auto', 'auto-on'];

const earlyOptions = statement(({ db }) =>
  db.selectFrom('options').select(['option_name as name', 'option_value as value']).where('autoload', 'in', early),
);

const optionNamed = statement(({ db }, { name }: { name: Param<string> }) =>
  db.selectFrom('options').select('option_value as value').where('option_name', '=', name),
);

const updateOption = statement(({ db }, { name, value }: { name: Param<string>; value: Param<string> }) =>
  db.updateTable('options').set({ option_value: value }).where('option_name', '=', name),
);

const optionsWhere = statement(({ db }, { condition }: { condition: BuiltCondition }) =>
  db.selectFrom('options').select(['option_name as key', 'option_value as value']).where(condition),
);

/** A pattern, since an index finds its beginning; what means more in a pattern is escaped. */
const beginsWith = (prefix: string): SqlCondition =>
  fragment`${column('option_name')} like ${`${prefix.replace(/[!%_]/g, '!$&')}%`} escape '!'`;

/** The options that were read, by name; null for one that does not exist. */
const optionCache = defineCache<Map<string, string | null>>({ concerns: tagsOfKinds('options'), most: 1 });
const loaded = 'options';

export class OptionsTable implements Options {
  readonly #session: Session;

  constructor(session: Session) {
    this.#session = session;
  }

  state(): MaybePromise<number | null> {
    const session = this.#session;
    session.dependOn('options');
    // The snapshot does not have what this transaction wrote. With many writers it may also miss another writer's
    // change. Polling for that would need a second connection, and a transaction that holds one must not wait for
    // another.
    const mayBeBehind = session.inTransaction && session.dialect.can.manyWriters;
    if (mayBeBehind || session.hasTouched('options')) return null;
    return andThen(session.refresh(), () => this.#cache.version);
  }

  get(name: string): MaybePromise<string | null> {
    return andThen(this.state(), (state) => {
      if (state === null) return this.#read(name);
      const known = this.#cache.get(loaded)?.get(name);
      return known === undefined ? this.#readCached(name) : known;
    });
  }

  async named(names: readonly RowKey[]): Promise<readonly StoredMeta[]> {
    this.#session.dependOn('options');
    const whole = names.filter((name) => typeof name === 'string');
    const prefixes = names.filter((name) => typeof name !== 'string').map(({ prefix }) => prefix);
    const condition = any([oneOf('option_name', whole), ...prefixes.map(beginsWith)]);
    const rows = condition === never ? [] : await this.#session.select(optionsWhere, { condition });
    // The database may take letters of either case for the same.
    return rows.filter(({ key }) => names.some((name) => isRowOf(name, key)));
  }

  async set(name: string, value: string, load: 'early' | 'late' = 'early'): Promise<void> {
    await this.#session.transaction(async (session) => {
      const autoload = load === 'early' ? 'yes' : 'no';
      const row = { option_name: name, option_value: value, autoload };
      const isThere = (await update(session, name, value)) > 0;
      if (!isThere && !(await insertOption(session, row))) await update(session, name, value);
      session.touch('options');
    });
  }

  async change(name: string, change: (value: string | null) => string | null): Promise<void> {
    await this.#session.transaction(async (session) => {
      await takeLock(session, `option ${name}`);
      const options = new OptionsTable(session);
      // Read from the table: the snapshot may be older than the lock.
      const before = await options.#read(name);
      const after = change(before);
      if (after === before) return;
      if (after === null) await options.remove(name);
      else await options.set(name, after);
    });
  }

  async remove(name: string): Promise<void> {
    await this.#session.transaction(async (session) => {
      await session.execute(session.db.deleteFrom('options').where('option_name', '=', name));
      session.touch('options');
    });
  }

  get #cache() {
    return this.#session.site.caches.of(optionCache);
  }

  async #readCached(name: string): Promise<string | null> {
    const session = this.#session.pastReplica();
    const values = await this.#cache.read(loaded, ['options'], async () => {
      const rows = await session.select(earlyOptions, {});
      return new Map(rows.map((row) => [row.name, row.value]));
    });
    const known = values.get(name);
    if (known !== undefined) return known;
    const value = await new OptionsTable(session).#read(name);
    // If an option has changed meanwhile, later reads have other values than these.
    values.set(name, value);
    return value;
  }

  async #read(name: string): Promise<string | null> {
    const [row] = await this.#session.select(optionNamed, { name });
    return row?.value ?? null;
  }
}

/**
 * Whether the row was inserted; false where another writer was first. What the session still has to send is sent before, since
 * its error would be taken for that of the row.
 */
async function insertOption(session: Session, row: Record<'option_name' | 'option_value' | 'autoload', string>) {
  await session.sendQueued();
  return wasInserted(session.execute(session.db.insertInto('options').values(row)));
}

async function update(session: Session, name: string, value: string): Promise<number> {
  const { affected } = await session.change(updateOption, { name, value });
  return affected;
}
