import { everything } from './change-log.ts';
import { CommentsTable } from './comments.ts';
import { MetaTables } from './meta.ts';
import { OptionsTable } from './options.ts';
import { OwnRows } from './own-rows.ts';
import { PostsTable } from './posts.ts';
import type { Session } from './session.ts';
import type { OwnTable, Rows, Store, TouchedTags } from './store.ts';
import { TermsTable } from './terms.ts';
import { UsersTable } from './users.ts';

/** The store of one session; making one is cheap, so every request may have its own. */
export class SqlStore implements Store {
  readonly posts: PostsTable;
  readonly terms: TermsTable;
  readonly users: UsersTable;
  readonly comments: CommentsTable;
  readonly meta: MetaTables;
  readonly options: OptionsTable;
  readonly #session: Session;

  constructor(session: Session) {
    this.#session = session;
    this.posts = new PostsTable(session);
    this.terms = new TermsTable(session);
    this.users = new UsersTable(session);
    this.comments = new CommentsTable(session);
    this.meta = new MetaTables(session);
    this.options = new OptionsTable(session);
  }

  get isSerial(): boolean {
    return !this.#session.dialect.can.manyWriters;
  }

  table<Row extends object>(table: OwnTable<Row>): Rows<Row> {
    return new OwnRows(this.#session, table);
  }

  transaction<T>(work: (store: Store) => Promise<T>): Promise<T> {
    if (this.#session.inTransaction) return work(this);
    return this.#session.transaction((session) => work(new SqlStore(session)));
  }

  observe(tags: Set<string>): Store {
    return new SqlStore(this.#session.observe(tags));
  }

  raise(tags: TouchedTags): Promise<void> {
    return this.#session.transaction(async (session) =>
      session.touch(...(tags === 'everything' ? [everything] : tags)),
    );
  }
}
