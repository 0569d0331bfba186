import type { Session } from './session.ts';
import type { Options } from './store.ts';
import { unlessDuplicate } from './unless-duplicate.ts';

/** What existing sites write for an option that is read with every request. */
const early = ['yes', 'on', 'auto', 'auto-on'];

export class OptionsTable implements Options {
  readonly #session: Session;

  constructor(session: Session) {
    this.#session = session;
  }

  state(): number | null | Promise<number | null> {
    const session = this.#session;
    session.note('options');
    // What this transaction wrote is not yet anyone's snapshot; and what it is about to change, another program may
    // have changed since the snapshot was taken.
    const mayBeBehind = session.inTransaction && session.dialect.facts.sharedWithOthers;
    if (mayBeBehind || session.hasTouched('options')) return null;
    const asked = session.catchUp();
    return asked ? asked.then(() => session.site.options.generation) : session.site.options.generation;
  }

  async get(name: string): Promise<string | null> {
    const session = this.#session;
    const state = this.state();
    if ((state instanceof Promise ? await state : state) === null) return this.#read(name);
    const { options } = session.site;
    if (!options.isLoaded) await this.#load();
    const known = options.get(name);
    if (known !== undefined) return known;
    const { generation } = options;
    const value = await this.#read(name);
    options.keep(generation, [[name, value]]);
    return value;
  }

  async set(name: string, value: string, load: 'early' | 'late' = 'early'): Promise<void> {
    await this.#session.transaction(async (session) => {
      const autoload = load === 'early' ? 'yes' : 'no';
      const row = { option_name: name, option_value: value, autoload };
      const isThere = (await update(session, name, value)) > 0;
      if (!isThere && !(await unlessDuplicate(session.execute(session.db.insertInto('options').values(row))))) {
        await update(session, name, value);
      }
      session.touch('options');
    });
  }

  async remove(name: string): Promise<void> {
    await this.#session.transaction(async (session) => {
      await session.execute(session.db.deleteFrom('options').where('option_name', '=', name));
      session.touch('options');
    });
  }

  async #load(): Promise<void> {
    const session = this.#session;
    const { generation } = session.site.options;
    const rows = await session.select<{ name: string; value: string }>('options.early', early, (slots) =>
      session.db
        .selectFrom('options')
        .select(['option_name as name', 'option_value as value'])
        .where('autoload', 'in', slots as string[]),
    );
    session.site.options.keep(
      generation,
      rows.map((row) => [row.name, row.value] as const),
    );
  }

  async #read(name: string): Promise<string | null> {
    const session = this.#session;
    const [row] = await session.select<{ value: string }>('options.one', [name], ([which]) =>
      session.db
        .selectFrom('options')
        .select('option_value as value')
        .where('option_name', '=', which as string),
    );
    return row?.value ?? null;
  }
}

async function update(session: Session, name: string, value: string): Promise<number> {
  const { affected } = await session.change('options.update', [value, name], ([newValue, which]) =>
    session.db
      .updateTable('options')
      .set({ option_value: newValue as string })
      .where('option_name', '=', which as string),
  );
  return affected;
}
