import { MetaTables } from '../options/meta.ts';
import { encodePhp, type PhpArray } from '../options/php-serialized.ts';
import { columnValues } from '../query/column-map.ts';
import { all, never, noneOf, oneOf, type SqlCondition } from '../query/condition.ts';
import { foldedColumn } from '../query/dialect.ts';
import { countRows, listRows } from '../query/list-query.ts';
import type { Session } from '../query/session.ts';
import { type User, userColumns } from '../rows.ts';
import type { Page } from '../store/list.ts';
import type { InsertableUser, UserChanges, UserFilter, UserOrder, Users } from '../store/users.ts';
import { capabilitiesKey, readCapabilities, userLevel } from './capabilities.ts';
import { cachedOfUser } from './user-cache.ts';
import {
  countedUsers,
  insertUserRow,
  listedUsers,
  storedCapabilities,
  updateUserRow,
  userCondition,
  userListOrder,
  usersWhere,
} from './user-statements.ts';

export class UsersTable implements Users {
  readonly #session: Session;

  constructor(session: Session) {
    this.#session = session;
  }

  async find(filter: UserFilter, order: UserOrder, page: Page): Promise<User[]> {
    const session = this.#session;
    this.#noteList(filter);
    const condition = userCondition(session, filter);
    return listRows(session, listedUsers, { condition, order: userListOrder(session.dialect, filter, order), page });
  }

  async count(filter: UserFilter): Promise<number> {
    this.#noteList(filter);
    return countRows(this.#session, countedUsers, userCondition(this.#session, filter));
  }

  async byId(id: number): Promise<User | null> {
    const session = this.#session;
    session.dependOnEach('user', [id]);
    const user = await cachedOfUser(session, id, 'row', async () => (await this.byIds([id]))[0] ?? null);
    return user && { ...user };
  }

  async byIds(ids: readonly number[]): Promise<User[]> {
    this.#session.dependOnEach('user', ids);
    return this.#where(oneOf('u.ID', ids));
  }

  byLogin(login: string): Promise<User | null> {
    return this.#byText('u.user_login', login);
  }

  byEmail(email: string): Promise<User | null> {
    return this.#byText('u.user_email', email);
  }

  async slugTaken(slug: string, exceptId: number): Promise<boolean> {
    this.#session.dependOn('users');
    const { dialect } = this.#session;
    const taken = oneOf(foldedColumn(dialect, 'u.user_nicename'), [dialect.fold(slug)]);
    return (await this.#where(all([taken, noneOf('u.ID', [exceptId])]))).length > 0;
  }

  async capabilities(ids: readonly number[]): Promise<Map<number, Record<string, boolean>>> {
    const key = capabilitiesKey(this.#session.site.prefix);
    const rows = await new MetaTables(this.#session).of('user', ids, [key]);
    return new Map(ids.map((id) => [id, readCapabilities(rows.get(id)?.[0]?.value)]));
  }

  async holders(): Promise<{ capabilities: Record<string, boolean>; count: number }[]> {
    const session = this.#session;
    session.dependOn('users');
    const rows = await session.select(storedCapabilities, { key: capabilitiesKey(session.site.prefix) });
    return rows.map(({ value, n }) => ({ capabilities: readCapabilities(value), count: Number(n) }));
  }

  async setCapabilities(id: number, capabilities: Record<string, boolean>): Promise<void> {
    const stored: PhpArray = new Map(Object.entries(capabilities));
    await this.#session.transaction(async (session) => {
      const meta = new MetaTables(session);
      await meta.set('user', id, capabilitiesKey(session.site.prefix), [encodePhp(stored)]);
      await meta.set('user', id, `${session.site.prefix}user_level`, [String(await userLevel(session, capabilities))]);
    });
  }

  async insert(row: InsertableUser): Promise<number> {
    return this.#session.transaction(async (session) => {
      const { id } = await session.change(insertUserRow, { columns: columnValues(userColumns, row) });
      session.touch('users', `user:${id}`);
      session.markInserted(`user:${id}`);
      return id;
    });
  }

  async update(id: number, changes: UserChanges): Promise<void> {
    const columns = columnValues(userColumns, changes);
    if (columns.values.length === 0) return;
    await this.#session.transaction(async (session) => {
      await session.change(updateUserRow, { columns, id });
      session.touch('users', `user:${id}`);
    });
  }

  async remove(id: number): Promise<void> {
    await this.#session.transaction(async (session) => {
      session.recordChange(`user:${id}`, { change: 'delete', facts: { type: 'user', status: 'shown', authorId: id } });
      await session.execute(session.db.deleteFrom('usermeta').where('user_id', '=', id));
      await session.execute(session.db.deleteFrom('users').where('ID', '=', id));
      session.touch('users', `user:${id}`);
    });
  }

  #noteList(filter: UserFilter): void {
    this.#session.dependOn('users');
    if (filter.withPublished) this.#session.dependOn('posts');
  }

  /** Returns the lowest id where an old site has a name twice. */
  async #byText(name: string, text: string): Promise<User | null> {
    const { dialect } = this.#session;
    this.#session.dependOn('users');
    const found = await this.#where(oneOf(foldedColumn(dialect, name), [dialect.fold(text)]));
    return found.sort((a, b) => a.id - b.id)[0] ?? null;
  }

  async #where(condition: SqlCondition): Promise<User[]> {
    return condition === never ? [] : this.#session.select(usersWhere, { condition });
  }
}
