import type { ItemState, VersionedItem } from '../../api/entity-tag.ts';
import { allMaybe, type MaybePromise } from '../../lib/maybe-promise.ts';
import { noDate } from '../../rules/zone.ts';
import type { Comment, MetaOwner, MetaRow, Post, PostTerm, Term, User } from '../../storage/rows.ts';
import type { Store } from '../../storage/store.ts';

/** Meta that says who is looking at an item or logged in, and nothing of the item itself. */
const passingKeys = new Set(['_edit_lock', '_edit_last', 'session_tokens', '_application_passwords']);

/** How the parts of a post are read; a read may have them already. */
export interface PostReading {
  post(store: Store): MaybePromise<Post | null>;
  terms(store: Store): MaybePromise<readonly PostTerm[]>;
  meta(store: Store): MaybePromise<readonly MetaRow[]>;
  isSticky(store: Store): MaybePromise<boolean>;
}

/** A post, page, file or row of a declared type, with its meta and terms. Its number of comments is no part of it. */
export function storedPost(id: number, reading: PostReading): VersionedItem {
  return {
    hold: (store) => store.hold('post', id),
    async state(store) {
      const post = await reading.post(store);
      if (!post) return null;
      const parts = [reading.terms(store), reading.isSticky(store), reading.meta(store)] as const;
      const [terms, isSticky, meta] = await allMaybe(parts);
      return new PostState(post, terms, isSticky, meta);
    },
  };
}

/**
 * What is stored of a post; its parts are put together only if somebody looks. A class, because an object of its own
 * getters has a shape of its own, which keeps the whole request in memory until the next full collection.
 */
class PostState implements ItemState {
  readonly madeOf: readonly [Post, readonly PostTerm[], boolean, readonly MetaRow[]];

  constructor(...parts: PostState['madeOf']) {
    this.madeOf = parts;
  }

  get stored(): unknown {
    const [post, terms, isSticky, meta] = this.madeOf;
    const { commentCount: _count, ...row } = post;
    const termNames = terms.map((term) => `${term.taxonomy} ${term.id}`).sort();
    return ['post', [row, termNames, isSticky], lasting(meta)];
  }

  get modifiedMs(): number | null {
    const [{ modifiedGmt }] = this.madeOf;
    return modifiedGmt === noDate ? null : Date.parse(`${modifiedGmt.replace(' ', 'T')}Z`);
  }
}

/**
 * How a request that only reads has its row. Its permission is checked with a row of its own, which it shows: with another one the
 * version could be newer than what is shown, and a write under it would undo a change that its writer has not seen.
 */
type ShownRow<Row> = () => Promise<Row>;

/** A term with its meta. Its number of posts is no part of it. */
export function storedTerm(id: number, taxonomy: string, shown?: ShownRow<Term>): VersionedItem {
  return storedRow('term', id, async (store) => {
    const term = shown ? await shown() : await store.terms.byId(id, taxonomy);
    if (!term) return null;
    const { count: _count, ...row } = term;
    return row;
  });
}

export function storedUser(id: number, shown?: ShownRow<User>): VersionedItem {
  return storedRow('user', id, (store) => shown?.() ?? store.users.byId(id));
}

export function storedComment(id: number, shown?: ShownRow<Comment>): VersionedItem {
  return storedRow('comment', id, (store) => shown?.() ?? store.comments.byId(id));
}

/** The options of these names, as one item. Whoever writes them takes the lock of this name. */
export function storedOptions(lock: string, names: readonly string[]): VersionedItem {
  return {
    hold: (store) => store.lock(lock),
    state: async (store) => {
      const values = await Promise.all(names.map((name) => store.options.get(name)));
      return { stored: values, modifiedMs: null };
    },
  };
}

/** A row that does not say when it was changed, with its meta. */
function storedRow(kind: MetaOwner, id: number, read: (store: Store) => Promise<object | null>): VersionedItem {
  return {
    hold: (store) => store.hold(kind, id),
    async state(store) {
      const row = await read(store);
      if (!row) return null;
      const meta = (await store.meta.of(kind, [id])).get(id) ?? [];
      return { stored: [kind, row, lasting(meta)], modifiedMs: null };
    },
  };
}

const lasting = (meta: readonly MetaRow[]) =>
  meta.filter((row) => !passingKeys.has(row.key)).map(({ key, value }) => [key, value]);
