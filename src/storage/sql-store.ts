import { allTags } from './changes/change-log.ts';
import { FeedRows } from './changes/feed-rows.ts';
import { CommentsTable } from './comments/comments.ts';
import { ExtensionRows } from './extension-tables/extension-rows.ts';
import { holdItem, takeLock } from './locks.ts';
import { MetaTables } from './options/meta.ts';
import { OptionsTable } from './options/options.ts';
import { allPostsTag } from './posts/post-tags.ts';
import { PostsTable } from './posts/posts.ts';
import type { Session } from './query/session.ts';
import type { MetaOwner } from './rows.ts';
import type { ExtensionTable, Rows } from './store/extension-tables.ts';
import type { TouchedTags } from './store/site.ts';
import type { Store, TransactionSteps } from './store.ts';
import { withAssigned } from './terms/post-terms.ts';
import { TermsTable } from './terms/terms.ts';
import { UsersTable } from './users/users.ts';

/** The store of one session; creating one is cheap, so every request may have its own. */
export class SqlStore implements Store {
  readonly posts: PostsTable;
  readonly terms: TermsTable;
  readonly users: UsersTable;
  readonly comments: CommentsTable;
  readonly meta: MetaTables;
  readonly options: OptionsTable;
  readonly feed: FeedRows;
  readonly #session: Session;
  readonly #steps: TransactionSteps | null;

  constructor(session: Session, steps: TransactionSteps | null = null) {
    this.#session = session;
    this.#steps = steps;
    this.posts = new PostsTable(session);
    this.terms = new TermsTable(session);
    this.users = new UsersTable(session);
    this.comments = new CommentsTable(session);
    this.meta = new MetaTables(session);
    this.options = new OptionsTable(session);
    this.feed = new FeedRows(session);
  }

  table<Row extends object>(table: ExtensionTable<Row>): Rows<Row> {
    return new ExtensionRows(this.#session, table);
  }

  async transaction<T>(work: (store: Store) => Promise<T>): Promise<T> {
    if (this.#session.inTransaction) return work(this);
    const steps = this.#steps;
    if (!steps) return this.#session.transaction((session) => work(new SqlStore(session)));
    const result = await this.#session.transaction(async (session) => {
      const inner = new SqlStore(session);
      await steps.before(inner);
      const done = await work(inner);
      await steps.after(inner);
      return done;
    });
    steps.committed?.();
    return result;
  }

  lock(name: string): Promise<void> {
    return takeLock(this.#session, name);
  }

  hold(kind: MetaOwner, id: number): Promise<void> {
    return holdItem(this.#session, kind, id);
  }

  around(steps: TransactionSteps): Store {
    return new SqlStore(this.#session, steps);
  }

  observe(tags: Set<string>): Store {
    return new SqlStore(this.#session.observe(tags), this.#steps);
  }

  forVisitor(): Store | Promise<Store> {
    const session = this.#session.forVisitor();
    if (session === this.#session) return this;
    return session instanceof Promise
      ? session.then((found) => (found === this.#session ? this : new SqlStore(found, this.#steps)))
      : new SqlStore(session, this.#steps);
  }

  invalidateTags(tags: TouchedTags): Promise<void> {
    return this.#session.transaction(async (session) => {
      session.touch(...(tags === 'everything' ? [allTags] : withAssigned(tags)));
      // Beside a tag that names a post, this one would not mean all of them.
      if (tags !== 'everything' && tags.has('posts')) session.touch(allPostsTag);
    });
  }
}
