import { type Ready, whenReady } from '../../ready.ts';
import type { Param } from '../query/param.ts';
import type { Session } from '../query/session.ts';
import { statement } from '../query/statement.ts';
import type { Options } from '../store.ts';
import { takeLock } from '../take-lock.ts';
import { unlessDuplicate } from './unless-duplicate.ts';

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

export class OptionsTable implements Options {
  readonly #session: Session;

  constructor(session: Session) {
    this.#session = session;
  }

  state(): Ready<number | null> {
    const session = this.#session;
    session.note('options');
    // The snapshot does not have what this transaction wrote. With many writers it may also miss another writer's
    // change. Polling for that would need a second connection, and a transaction that holds one must not wait for
    // another.
    const mayBeBehind = session.inTransaction && session.dialect.can.manyWriters;
    if (mayBeBehind || session.hasTouched('options')) return null;
    return whenReady(session.catchUp(), () => session.site.options.generation);
  }

  get(name: string): Ready<string | null> {
    return whenReady(this.state(), (state) => {
      const { options } = this.#session.site;
      const known = state !== null && options.isLoaded ? options.get(name) : undefined;
      if (known !== undefined) return known;
      return state === null ? this.#read(name) : this.#readAndKeep(name);
    });
  }

  async set(name: string, value: string, load: 'early' | 'late' = 'early'): Promise<void> {
    await this.#session.transaction(async (session) => {
      const autoload = load === 'early' ? 'yes' : 'no';
      const row = { option_name: name, option_value: value, autoload };
      const isThere = (await update(session, name, value)) > 0;
      const add = () => session.execute(session.db.insertInto('options').values(row));
      if (!isThere && !(await unlessDuplicate(session, add))) await update(session, name, value);
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

  async #readAndKeep(name: string): Promise<string | null> {
    const { options } = this.#session.site;
    if (!options.isLoaded) await this.#load();
    const known = options.get(name);
    if (known !== undefined) return known;
    const { generation } = options;
    const value = await new OptionsTable(this.#session.pastReplica()).#read(name);
    options.keep(generation, [[name, value]]);
    return value;
  }

  async #load(): Promise<void> {
    const session = this.#session;
    const { generation } = session.site.options;
    const rows = await session.pastReplica().select(earlyOptions, {});
    session.site.options.keep(
      generation,
      rows.map((row) => [row.name, row.value] as const),
    );
  }

  async #read(name: string): Promise<string | null> {
    const [row] = await this.#session.select(optionNamed, { name });
    return row?.value ?? null;
  }
}

async function update(session: Session, name: string, value: string): Promise<number> {
  const { affected } = await session.change(updateOption, { name, value });
  return affected;
}
