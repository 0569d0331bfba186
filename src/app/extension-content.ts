import type { ContentQuery, ContentWriter, UserInfo, UserReader } from '../extension/content-access.ts';
import { isInTransaction } from '../extension/current-store.ts';
import type { Hooks } from '../hooks/hooks.ts';
import type { Ready } from '../ready.ts';
import { system } from '../rules/caller.ts';
import type { Site } from '../rules/site.ts';
import { everything } from '../rules/visibility.ts';
import type { User } from '../storage/rows.ts';
import type { PostFilter, Store } from '../storage/store.ts';
import type { OperationContext } from '../wp/context/operation-context.ts';
import type { ContentKind, ContentKinds } from '../wp/posts/content-kind.ts';
import { createPost } from '../wp/posts/operations/create-post.ts';
import type { PostDraft } from '../wp/posts/operations/post-draft.ts';
import { removePost } from '../wp/posts/operations/remove-post.ts';
import { trashPost } from '../wp/posts/operations/trash-post.ts';
import { updatePost } from '../wp/posts/operations/update-post.ts';

/** What content for extensions is made from. */
export interface ContentServices {
  readonly kinds: ContentKinds;
  readonly site: (store: Store) => Ready<Site>;
  readonly clock: () => number;
  readonly hooks: () => Hooks | null;
}

const outsideTrash = ['publish', 'future', 'draft', 'pending', 'private', 'inherit'];
const mostRows = 100;

/** Content in the name of an extension: the same operations that requests use, by the program itself. */
export function extensionContent(
  { kinds, site, clock, hooks }: ContentServices,
  extension: string,
  store: () => Store,
): ContentWriter {
  const work = async (): Promise<OperationContext> => {
    const others = hooks()?.without(extension) ?? null;
    const own = isInTransaction() ? (others?.inside() ?? null) : others;
    return { store: store(), site: await site(store()), caller: system, now: clock(), hooks: own };
  };
  return {
    async get(type, id) {
      const post = await store().posts.byId(id);
      return post?.type === kinds.of(type).type.name ? post : null;
    },
    list: (type, query = {}) =>
      store().posts.find(
        filterOf(kinds.of(type), query),
        { by: query.orderBy ?? 'date', direction: query.direction ?? 'desc' },
        { limit: Math.min(query.limit ?? 10, mostRows), offset: query.offset ?? 0 },
      ),
    count: (type, query = {}) => store().posts.count(filterOf(kinds.of(type), query)),
    async meta(ids, key) {
      const found = await store().meta.of('post', ids, [key]);
      return new Map([...found].map(([id, rows]) => [id, rows.map((row) => row.value ?? '')]));
    },
    create: async (type, draft) => createPost(kinds.of(type), draftOf(draft), await work()),
    update: async (type, id, draft) => updatePost(kinds.of(type), id, draftOf(draft), await work()),
    trash: async (type, id) => trashPost(kinds.of(type), id, await work()),
    remove: async (type, id) => void (await removePost(kinds.of(type), id, await work())),
  };
}

function filterOf({ type }: ContentKind, query: ContentQuery): PostFilter {
  return {
    types: [type.name],
    visibility: everything,
    statuses: query.statuses ?? outsideTrash,
    ...(query.ids === undefined ? {} : { ids: query.ids }),
    ...(query.search ? { search: [query.search] } : {}),
    ...(query.authorId === undefined ? {} : { authorIds: [query.authorId] }),
    ...(query.parentId === undefined ? {} : { parentIds: [query.parentId] }),
  };
}

function draftOf({ terms, ...draft }: Parameters<ContentWriter['create']>[1]): PostDraft {
  return { ...draft, ...(terms ? { terms: { ...terms } } : {}) };
}

/** Accounts as extensions see them. */
export function extensionUsers(store: () => Store): UserReader {
  return {
    async get(id) {
      const user = await store().users.byId(id);
      return user ? userInfo(user) : null;
    },
    async getAll(ids) {
      const users = await store().users.byIds(ids);
      return new Map(users.map((user) => [user.id, userInfo(user)]));
    },
  };
}

function userInfo({ id, login, email, displayName, slug, url }: User): UserInfo {
  return { id, login, email, displayName, slug, url };
}
