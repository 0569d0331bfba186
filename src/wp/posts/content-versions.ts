import type { VersionedItem } from '../../api/conditions/versioned-item.ts';
import type { Namesake } from '../../api/routing/route.ts';
import { storedPost } from '../context/stored-items.ts';
import type { ContentKind } from './content-kind.ts';
import { cleanSlug, slugLock, slugRivals } from './operations/post-slug.ts';
import { stickyIds } from './operations/sticky-posts.ts';

/** The row of a request as its entity tag and its conditions see it. */
export function contentItem({ id }: { readonly id: number }): VersionedItem {
  return storedPost(id, async (store) => (await stickyIds(store)).includes(id));
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
