import type { User } from '../rows.ts';
import type { Beyond, Direction, Page } from './list.ts';

export type UserSearchColumn = 'username' | 'url' | 'slug' | 'name' | 'email' | 'id';

export interface UserFilter {
  /** Only rows after this one in the order of the list, which is by id. */
  readonly beyond?: Beyond;
  readonly ids?: readonly number[];
  readonly notIds?: readonly number[];
  readonly slugs?: readonly string[];
  readonly roles?: readonly string[];
  /** Text that one of the columns contains. */
  readonly search?: { readonly text: string; readonly columns: readonly UserSearchColumn[] };
  /** Only authors of at least one published row of these types. */
  readonly withPublished?: readonly string[];
}

export interface UserOrder {
  readonly by: 'id' | 'include' | 'name' | 'registered' | 'slug' | 'includeSlugs' | 'email' | 'url';
  readonly direction: Direction;
}

/** A row to insert; without an id the database assigns one. */
export type InsertableUser = Omit<User, 'id'> & { id?: number };

export type UserChanges = Partial<Omit<User, 'id'>>;

export interface Users {
  find(filter: UserFilter, order: UserOrder, page: Page): Promise<User[]>;
  count(filter: UserFilter): Promise<number>;
  byId(id: number): Promise<User | null>;
  byIds(ids: readonly number[]): Promise<User[]>;
  /** Case-insensitive. */
  byLogin(login: string): Promise<User | null>;
  byEmail(email: string): Promise<User | null>;
  slugTaken(slug: string, exceptId: number): Promise<boolean>;
  /** Role names and single capabilities of each user, as stored. */
  capabilities(ids: readonly number[]): Promise<Map<number, Record<string, boolean>>>;
  /** How many users have which role names and capabilities, one row for each combination that is stored. */
  holders(): Promise<{ readonly capabilities: Readonly<Record<string, boolean>>; readonly count: number }[]>;
  /** Also sets the legacy user level that existing sites store. */
  setCapabilities(id: number, capabilities: Record<string, boolean>): Promise<void>;
  insert(row: InsertableUser): Promise<number>;
  update(id: number, changes: UserChanges): Promise<void>;
  remove(id: number): Promise<void>;
}
