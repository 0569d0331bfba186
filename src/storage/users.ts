import { type SqlBool, sql } from 'kysely';
import { type ColumnMap, columnsOf, selection } from './column-map.ts';
import { all, any, type Condition, column, never, noneOf, oneOf, written } from './condition.ts';
import { byColumns, byList, type ListOrder } from './list-order.ts';
import { countRows, listRows } from './list-query.ts';
import { MetaTables } from './meta.ts';
import { decodePhp, encodePhp, type PhpArray } from './php-serialized.ts';
import type { User } from './rows.ts';
import type { Session } from './session.ts';
import type { Page, UserFilter, UserOrder, Users } from './store.ts';
import { anyContains, foldedColumn } from './text-condition.ts';
import { userLevel } from './user-level.ts';

const userColumns: ColumnMap<User> = {
  id: 'ID',
  login: 'user_login',
  passwordHash: 'user_pass',
  slug: 'user_nicename',
  email: 'user_email',
  url: 'user_url',
  registered: 'user_registered',
  activationKey: 'user_activation_key',
  status: 'user_status',
  displayName: 'display_name',
};
const userNames = Object.keys(userColumns) as (keyof User)[];
const allColumns = { key: '*', list: selection('u', userColumns, userNames) };

export class UsersTable implements Users {
  readonly #session: Session;

  constructor(session: Session) {
    this.#session = session;
  }

  async find(filter: UserFilter, order: UserOrder, page: Page): Promise<User[]> {
    const session = this.#session;
    this.#noteList(filter);
    return listRows<User>(session, {
      table: 'users',
      alias: 'u',
      columns: allColumns,
      condition: userCondition(session, filter),
      order: listOrder(session, filter, order),
      page,
    });
  }

  async count(filter: UserFilter): Promise<number> {
    this.#noteList(filter);
    return countRows(this.#session, 'users', 'u', userCondition(this.#session, filter));
  }

  async byId(id: number): Promise<User | null> {
    const [user] = await this.byIds([id]);
    return user ?? null;
  }

  async byIds(ids: readonly number[]): Promise<User[]> {
    this.#session.noteEach('user', ids);
    return this.#where(oneOf('u.ID', ids));
  }

  byLogin(login: string): Promise<User | null> {
    return this.#byText('u.user_login', login);
  }

  byEmail(email: string): Promise<User | null> {
    return this.#byText('u.user_email', email);
  }

  async slugTaken(slug: string, exceptId: number): Promise<boolean> {
    this.#session.note('users');
    const { dialect } = this.#session;
    const taken = oneOf(foldedColumn(dialect, 'u.user_nicename'), [dialect.fold(slug)]);
    return (await this.#where(all([taken, noneOf('u.ID', [exceptId])]))).length > 0;
  }

  async capabilities(ids: readonly number[]): Promise<Map<number, Record<string, boolean>>> {
    const key = capabilitiesKey(this.#session);
    const rows = await new MetaTables(this.#session).of('user', ids, [key]);
    return new Map(ids.map((id) => [id, readCapabilities(rows.get(id)?.[0]?.value)]));
  }

  async setCapabilities(id: number, capabilities: Record<string, boolean>): Promise<void> {
    const stored: PhpArray = new Map(Object.entries(capabilities));
    await this.#session.transaction(async (session) => {
      const meta = new MetaTables(session);
      await meta.set('user', id, capabilitiesKey(session), [encodePhp(stored)]);
      await meta.set('user', id, `${session.site.prefix}user_level`, [String(await userLevel(session, capabilities))]);
    });
  }

  async insert(row: Omit<User, 'id'> & { id?: number }): Promise<number> {
    return this.#session.transaction(async (session) => {
      const { id } = await session.execute(
        session.db.insertInto('users').values(columnsOf<User>(userColumns, row) as never),
      );
      session.touch('users', `user:${id}`);
      return id;
    });
  }

  async update(id: number, changes: Partial<Omit<User, 'id'>>): Promise<void> {
    const columns = columnsOf<User>(userColumns, changes);
    if (Object.keys(columns).length === 0) return;
    await this.#session.transaction(async (session) => {
      await session.execute(session.db.updateTable('users').set(columns).where('ID', '=', id));
      session.touch('users', `user:${id}`);
    });
  }

  async remove(id: number): Promise<void> {
    await this.#session.transaction(async (session) => {
      await session.execute(session.db.deleteFrom('usermeta').where('user_id', '=', id));
      await session.execute(session.db.deleteFrom('users').where('ID', '=', id));
      session.touch('users', `user:${id}`);
    });
  }

  #noteList(filter: UserFilter): void {
    this.#session.note('users');
    if (filter.withPublished) this.#session.note('posts');
  }

  /** The lowest id where an old site holds a name twice. */
  async #byText(name: string, text: string): Promise<User | null> {
    const { dialect } = this.#session;
    this.#session.note('users');
    const found = await this.#where(oneOf(foldedColumn(dialect, name), [dialect.fold(text)]));
    return found.sort((a, b) => a.id - b.id)[0] ?? null;
  }

  async #where(condition: Condition): Promise<User[]> {
    if (condition === never) return [];
    const session = this.#session;
    return session.select<User>(`users.where ${condition.shape}`, condition.values, (slots) =>
      session.db.selectFrom('users as u').select(allColumns.list).where(condition.build(slots)),
    );
  }
}

const capabilitiesKey = (session: Session): string => `${session.site.prefix}capabilities`;

function readCapabilities(value: string | null | undefined): Record<string, boolean> {
  const decoded = value == null ? null : decodePhp(value);
  const capabilities: Record<string, boolean> = {};
  if (!decoded?.ok || !(decoded.value instanceof Map)) return capabilities;
  for (const [name, granted] of decoded.value) {
    capabilities[String(name)] = granted === true || granted === 1 || granted === '1';
  }
  return capabilities;
}

function userCondition(session: Session, filter: UserFilter): Condition {
  const { dialect } = session;
  const parts: Condition[] = [];
  if (filter.ids) parts.push(oneOf('u.ID', filter.ids));
  if (filter.notIds) parts.push(noneOf('u.ID', filter.notIds));
  if (filter.slugs) parts.push(oneOf(foldedColumn(dialect, 'u.user_nicename'), filter.slugs.map(dialect.fold)));
  if (filter.roles) parts.push(any(filter.roles.map((role) => hasRole(session, role))));
  if (filter.search) parts.push(anyContains(dialect, searchedColumns(filter.search.email), filter.search.text));
  if (filter.withPublished) parts.push(hasPublished(filter.withPublished, dialect.can.readyIndexes));
  return all(parts);
}

const searchedColumns = (email: boolean): string[] => [
  'u.user_login',
  'u.user_url',
  'u.user_nicename',
  'u.display_name',
  ...(email ? ['u.user_email'] : []),
];

/** Roles stand as quoted keys inside the serialised value. */
function hasRole(session: Session, role: string): Condition {
  const { dialect } = session;
  return written(
    'role',
    [capabilitiesKey(session), dialect.needle(`"${role}"`)],
    ([key, needle]) =>
      sql<SqlBool>`exists (select 1 from ${sql.table('usermeta')} as m where m.user_id = u.ID and m.meta_key = ${key} and ${dialect.contains(sql.ref('m.meta_value'), needle!)})`,
  );
}

function hasPublished(types: readonly string[], isCounted: boolean): Condition {
  const which = oneOf(isCounted ? 'k.post_type' : 'p.post_type', types);
  if (which === never) return never;
  return written(`published(${which.shape})`, which.values, (slots) =>
    isCounted
      ? sql<SqlBool>`exists (select 1 from ${sql.table('platen_counts')} as k where k.scope = 1 and k.owner = u.ID and k.post_status = 'publish' and k.n > 0 and ${which.build(slots)})`
      : sql<SqlBool>`exists (select 1 from ${sql.table('posts')} as p where p.post_author = u.ID and p.post_status = 'publish' and ${which.build(slots)})`,
  );
}

const id = column('u.ID');
const foldedOrders = {
  name: 'u.display_name',
  slug: 'u.user_nicename',
  email: 'u.user_email',
  url: 'u.user_url',
} as const;

function listOrder({ dialect }: Session, filter: UserFilter, { by, direction }: UserOrder): ListOrder {
  switch (by) {
    case 'id':
      return byColumns([id, direction]);
    case 'registered':
      return byColumns([column('u.user_registered'), direction], [id, direction]);
    case 'include':
      return byList(id, filter.ids ?? [], direction);
    case 'includeSlugs':
      return byList(foldedColumn(dialect, 'u.user_nicename'), (filter.slugs ?? []).map(dialect.fold), direction);
    default:
      return byColumns([foldedColumn(dialect, foldedOrders[by]), direction], [id, direction]);
  }
}
