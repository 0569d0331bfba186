import { secretKey } from '../auth/secrets.ts';
import type { Hooks } from '../background/hooks.ts';
import { isInTransaction } from '../extension/call-extension.ts';
import { isNamedHost } from '../extension/capabilities.ts';
import type { HostServices } from '../extension/create-host.ts';
import type { ContentQuery, ContentWriter, UserInfo, UserReader } from '../extension/host.ts';
import type { MaybePromise } from '../lib/maybe-promise.ts';
import { system } from '../rules/capabilities.ts';
import type { Site } from '../rules/site.ts';
import { everything } from '../rules/visibility.ts';
import type { User } from '../storage/rows.ts';
import type { PostFilter, Store } from '../storage/store.ts';
import type { OperationContext } from '../wp/context/core-context.ts';
import type { Core } from '../wp/core.ts';
import { mediaRemoval, type RemoveMediaLater } from '../wp/media/remove-media.ts';
import type { ContentKind, ContentKinds } from '../wp/posts/content-kind.ts';
import { createPost } from '../wp/posts/operations/create-post.ts';
import type { PostDraft } from '../wp/posts/operations/post-draft.ts';
import { removePost, trashPost } from '../wp/posts/operations/trash-post.ts';
import { updatePost } from '../wp/posts/operations/update-post.ts';
import type { Services } from './open-services.ts';

/** What the hosts of extensions are made from. The hooks are made after the hosts, so they are asked for when used. */
export function hostServices(services: Services, core: () => Core, hooks: () => Hooks | null): HostServices {
  const removeFile = mediaRemoval(services.queue, services.media, services.store);
  const { store, config, variant, log, clock, limiters, mail, folder, site, cache, media } = services;
  return {
    store,
    log,
    clock,
    variant,
    site: async () => site(store),
    get types() {
      return core().types;
    },
    throttle: config.throttle,
    limiters,
    secret: (purpose) => secretKey(store, purpose),
    formHooks: hooks,
    mail,
    cache: {
      metrics: () => ({ ...cache.metrics() }),
      purge: (tags) => store.invalidateTags(tags ?? 'everything'),
    },
    files: media.files,
    pictures: media.pictures,
    folder,
    fetcherFor: (hosts) => services.fetcherFor((host) => isNamedHost(hosts, host)),
    contentFor: (name, current) =>
      extensionContent({ kinds: () => core().kinds, site, clock, hooks, removeFile }, name, current),
    usersFor: extensionUsers,
  };
}

/** What content for extensions is made from. */
export interface ContentServices {
  readonly kinds: () => ContentKinds;
  readonly site: (store: Store) => MaybePromise<Site>;
  readonly clock: () => number;
  readonly hooks: () => Hooks | null;
  readonly removeFile: RemoveMediaLater;
}

const outsideTrash = ['publish', 'future', 'draft', 'pending', 'private', 'inherit'];
const mostRows = 100;

/** Content in the name of an extension: the same operations that requests use, by the program itself. */
export function extensionContent(
  { kinds, site, clock, hooks, removeFile }: ContentServices,
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
      return post?.type === kinds().of(type).type.name ? post : null;
    },
    list: (type, query = {}) =>
      store().posts.find(
        filterOf(kinds().of(type), query),
        { by: query.orderBy ?? 'date', direction: query.direction ?? 'desc' },
        { limit: Math.min(query.limit ?? 10, mostRows), offset: query.offset ?? 0 },
      ),
    count: (type, query = {}) => store().posts.count(filterOf(kinds().of(type), query)),
    async meta(ids, key) {
      const found = await store().meta.of('post', ids, [key]);
      return new Map([...found].map(([id, rows]) => [id, rows.map((row) => row.value ?? '')]));
    },
    create: async (type, draft) => createPost(kinds().of(type), draftOf(draft), await work()),
    update: async (type, id, draft) => updatePost(kinds().of(type), id, draftOf(draft), await work()),
    trash: async (type, id) => trashPost(kinds().of(type), id, await work()),
    remove: async (type, id) => {
      const kind = kinds().of(type);
      await (kind.type.name === 'attachment' ? removeFile : removePost)(kind, id, await work());
    },
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
