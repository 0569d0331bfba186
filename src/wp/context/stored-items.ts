import type { ItemState, VersionedItem } from '../../api/conditions/versioned-item.ts';
import { noDate } from '../../rules/zone.ts';
import type { HeldTerm, MetaOwner, MetaRow, Post } from '../../storage/rows.ts';
import type { Store } from '../../storage/store.ts';

/** Meta that says who is looking at an item or logged in, and nothing of the item itself. */
const passingKeys = new Set(['_edit_lock', '_edit_last', 'session_tokens', '_application_passwords']);

/** How the parts of a post are read; a read may have them already. */
export interface PostReading {
  post(store: Store): Promise<Post | null>;
  terms(store: Store): Promise<readonly HeldTerm[]>;
  meta(store: Store): Promise<readonly MetaRow[]>;
  isSticky(store: Store): Promise<boolean>;
}

/** A post, page, file or row of a declared type, with its meta and terms. Its number of comments is no part of it. */
export function storedPost(id: number, reading: PostReading): VersionedItem {
  const read = async (store: Store): Promise<StoredRow | null> => {
    const post = await reading.post(store);
    if (!post) return null;
    const [terms, isSticky, meta] = await Promise.all([
      reading.terms(store),
      reading.isSticky(store),
      reading.meta(store),
    ]);
    const row = () => {
      const { commentCount: _count, ...kept } = post;
      return [kept, terms.map((term) => `${term.taxonomy} ${term.id}`).sort(), isSticky];
    };
    return { row, modifiedMs: modifiedMs(post), meta, madeOf: [post, terms, isSticky, meta] };
  };
  return stored('post', id, read);
}

/** A term with its meta. Its number of posts is no part of it. */
export function storedTerm(id: number, taxonomy: string): VersionedItem {
  return stored('term', id, async (store) => {
    const term = await store.terms.byId(id, taxonomy);
    if (!term) return null;
    const { count: _count, ...row } = term;
    return { row: () => row, modifiedMs: null };
  });
}

export function storedUser(id: number): VersionedItem {
  return stored('user', id, async (store) => withoutDate(await store.users.byId(id)));
}

export function storedComment(id: number): VersionedItem {
  return stored('comment', id, async (store) => withoutDate(await store.comments.byId(id)));
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

interface StoredRow extends Pick<ItemState, 'modifiedMs' | 'madeOf'> {
  row(): unknown;
  /** Left out where it is still to be read. */
  readonly meta?: readonly MetaRow[];
}

const withoutDate = (row: object | null): StoredRow | null => row && { row: () => row, modifiedMs: null };

function stored(kind: MetaOwner, id: number, read: (store: Store) => Promise<StoredRow | null>): VersionedItem {
  return {
    hold: (store) => store.hold(kind, id),
    async state(store): Promise<ItemState | null> {
      const found = await read(store);
      if (!found) return null;
      const rows = found.meta ?? (await store.meta.of(kind, [id])).get(id) ?? [];
      const meta = () => rows.filter((row) => !passingKeys.has(row.key)).map(({ key, value }) => [key, value]);
      return {
        modifiedMs: found.modifiedMs,
        ...(found.madeOf ? { madeOf: found.madeOf } : {}),
        get stored() {
          return [kind, found.row(), meta()];
        },
      };
    },
  };
}

function modifiedMs({ modifiedGmt }: Pick<Post, 'modifiedGmt'>): number | null {
  return modifiedGmt === noDate ? null : Date.parse(`${modifiedGmt.replace(' ', 'T')}Z`);
}
