import type { Call } from '../../api/call.ts';
import type { VersionedItem } from '../../api/conditions/versioned-item.ts';
import type { Namesake } from '../../api/routing/route.ts';
import { whenReady } from '../../ready.ts';
import type { Store } from '../../storage/store.ts';
import { storedPost } from '../context/stored-items.ts';
import { assignedTerms } from '../terms/assigned-terms.ts';
import type { ContentKind } from './content-kind.ts';
import { postById } from './content-permissions.ts';
import { metaOfItem } from './content-subject.ts';
import { cleanSlug, slugLock, slugRivals } from './operations/post-slug.ts';
import { stickyIds } from './operations/sticky-posts.ts';

/** The row of a request as its entity tag and its conditions see it. */
export function contentItem({ id }: { readonly id: number }, call: Call): VersionedItem {
  const isSticky = (store: Store) => whenReady(stickyIds(store), (ids) => ids.includes(id));
  // A read shows the same rows; a write reads them in its transaction.
  if (call.request.method === 'GET') {
    return storedPost(id, {
      post: () => postById(id, call),
      terms: () => whenReady(assignedTerms([id], call), (found) => found.get(id) ?? []),
      meta: () => whenReady(metaOfItem(id, call), (found) => found.get(id) ?? []),
      isSticky,
    });
  }
  return storedPost(id, {
    post: (store) => store.posts.byId(id),
    terms: (store) => whenReady(store.terms.ofPosts([id]), (found) => found.get(id) ?? []),
    meta: (store) => whenReady(store.meta.of('post', [id]), (found) => found.get(id) ?? []),
    isSticky,
  });
}

/** Finds the row that keeps a new one from the slug that was sent; those in the trash do not. */
export function contentNamesake(kind: ContentKind): Namesake<Readonly<Record<string, unknown>>> {
  return ({ slug: sent, parent }) => {
    const slug = typeof sent === 'string' ? cleanSlug(kind, sent) : '';
    if (slug === '') return undefined;
    return async (store) => {
      await store.lock(slugLock(kind.type, slug));
      const among = slugRivals(kind.type, typeof parent === 'number' ? parent : 0, kind.types);
      return store.posts.slugHolder(slug, { ...among, exceptId: 0 });
    };
  };
}
