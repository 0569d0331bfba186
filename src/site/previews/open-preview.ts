import type { OpenedPreview, PreviewOpener } from '../../api/call.ts';
import { livePreview, type PreviewRow, type PreviewValues } from '../../auth/preview-table.ts';
import { type Caller, canEditPost } from '../../rules/capabilities.ts';
import { isRowOf } from '../../rules/fields/field-storage.ts';
import type { MetaRow, Post, PostTerm } from '../../storage/rows.ts';
import type { Meta, Posts, Store, Terms } from '../../storage/store.ts';
import type { ContentKind, ContentKinds } from '../../wp/posts/content-kind.ts';
import { openPreviewToken } from './preview-token.ts';

/** What previews are opened with. */
export interface PreviewContext {
  /** Not observed: reads through it make no answer depend on them. */
  readonly store: Store;
  readonly kinds: ContentKinds;
  readonly clock: () => number;
  /** The rights of a user now; null for one that is gone. */
  readonly callerFor: (userId: number) => Promise<Caller | null>;
}

const never = ['trash', 'auto-draft'];

/** What a token stands for: a post as it is stored, or a stored preview of it. */
export interface PreviewedPost {
  readonly post: Post;
  readonly kind: ContentKind;
  readonly preview: PreviewRow | null;
  readonly expiresMs: number;
}

/**
 * Finds what a token stands for; null where it opens nothing. A preview shows no more than whoever made it may still edit.
 */
export async function findPreviewed(
  { store, kinds, clock, callerFor }: PreviewContext,
  token: string,
): Promise<PreviewedPost | null> {
  const nowMs = clock();
  const claim = await openPreviewToken(store, token, nowMs);
  if (!claim) return null;
  const { postId, previewId, expiresMs } = claim;
  const preview = previewId === 0 ? null : await livePreview(store, previewId, nowMs);
  if (previewId !== 0 && preview?.postId !== postId) return null;
  const post = await store.posts.byId(postId);
  const kind = post ? kinds.find(post.type) : undefined;
  if (!post || !kind || never.includes(post.status)) return null;
  const maker = preview && (await callerFor(preview.userId));
  if (preview && !(maker && canEditPost(maker, kind.type, post))) return null;
  return { post, kind, preview, expiresMs };
}

/** Opens tokens for those who read what they stand for. */
export function createPreviewOpener(context: PreviewContext): PreviewOpener {
  return async (token): Promise<OpenedPreview | null> => {
    const found = await findPreviewed(context, token);
    if (!found) return null;
    const { post, kind, preview } = found;
    return {
      postId: post.id,
      path: `/wp/v2/${kind.type.restBase}`,
      password: post.password,
      reading: (inner) => (preview ? previewStore(inner, post.id, preview.values) : inner),
    };
  };
}

/** A store in which one post has other values; everything else is as it is stored. */
export function previewStore(store: Store, postId: number, values: PreviewValues): Store {
  const again = (inner: Store): Store => previewStore(inner, postId, values);
  return overriding(store, {
    posts: previewPosts(store.posts, postId, values),
    meta: previewMeta(store.meta, postId, values),
    terms: previewTerms(store.terms, postId, values),
    observe: (tags) => again(store.observe(tags)),
  });
}

/** The same object with some members replaced. */
function overriding<T extends object>(target: T, own: Partial<T>): T {
  return new Proxy(target, {
    get(of, name) {
      if (Object.hasOwn(own, name)) return Reflect.get(own, name);
      const value: unknown = Reflect.get(of, name);
      return typeof value === 'function' ? value.bind(of) : value;
    },
  });
}

function previewPosts(posts: Posts, postId: number, { texts }: PreviewValues): Posts {
  if (!texts) return posts;
  const shown = (post: Post): Post => (post.id === postId ? { ...post, ...texts } : post);
  return overriding(posts, {
    byId: async (id) => {
      const post = await posts.byId(id);
      return post && shown(post);
    },
    byIds: async (ids) => (await posts.byIds(ids)).map(shown),
  });
}

function previewMeta(meta: Meta, postId: number, { meta: values }: PreviewValues): Meta {
  if (!values) return meta;
  return overriding(meta, {
    of: async (owner, ids, keys) => {
      const rows = await meta.of(owner, ids, keys);
      if (owner !== 'post' || !ids.includes(postId)) return rows;
      const kept = (rows.get(postId) ?? []).filter(({ key }) => !Object.hasOwn(values, key));
      const own = Object.entries(values).filter(
        ([key]) => keys === undefined || keys.some((wanted) => isRowOf(wanted, key)),
      );
      const added = own.flatMap(([key, list]) =>
        list.map((value, at): MetaRow => ({ id: -1 - at, ownerId: postId, key, value })),
      );
      return new Map(rows).set(postId, [...kept, ...added]);
    },
  });
}

function previewTerms(terms: Terms, postId: number, { terms: values }: PreviewValues): Terms {
  if (!values) return terms;
  const idsIn = (taxonomy: string): readonly number[] | undefined =>
    Object.hasOwn(values, taxonomy) ? values[taxonomy] : undefined;
  const filterOf = (filter: Parameters<Terms['find']>[0]): Parameters<Terms['find']>[0] => {
    const ids = filter.postId === postId ? idsIn(filter.taxonomy) : undefined;
    if (!ids) return filter;
    const { postId: _postId, ...rest } = filter;
    return { ...rest, ids: filter.ids ? ids.filter((id) => filter.ids?.includes(id)) : ids };
  };
  return overriding(terms, {
    find: (filter, order, page) => terms.find(filterOf(filter), order, page),
    count: (filter) => terms.count(filterOf(filter)),
    ofPosts: async (postIds) => {
      const held = await terms.ofPosts(postIds);
      if (!postIds.includes(postId)) return held;
      const kept = (held.get(postId) ?? []).filter(({ taxonomy }) => !Object.hasOwn(values, taxonomy));
      const added = await Promise.all(
        Object.entries(values).map(async ([taxonomy, ids]) =>
          (await terms.byIds(ids, taxonomy)).map(
            ({ id, name, slug }): PostTerm => ({ id, name, slug, taxonomy, postId }),
          ),
        ),
      );
      const all = [...kept, ...added.flat()].sort((a, b) => a.name.localeCompare(b.name));
      return new Map(held).set(postId, all);
    },
  });
}
