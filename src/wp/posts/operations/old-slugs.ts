import type { Post } from '../../../storage/rows.ts';
import type { Store } from '../../../storage/store.ts';
import type { ContentKind } from '../content-kind.ts';

/** The meta key of the slugs that a published row had before; pages redirect from them. */
export const oldSlugKey = '_wp_old_slug';

/** Notes the former slug of a published row. A slug that is used again is no former one. */
export async function noteOldSlug(
  { type }: Pick<ContentKind, 'type'>,
  before: Post,
  after: Pick<Post, 'slug' | 'status'>,
  store: Store,
): Promise<void> {
  if (type.hierarchical || before.slug === after.slug || before.slug === '') return;
  if (before.status !== type.openStatus || after.status !== type.openStatus) return;
  const rows = (await store.meta.of('post', [before.id], [oldSlugKey])).get(before.id) ?? [];
  const noted = new Set([...rows.map((row) => row.value ?? ''), before.slug]);
  noted.delete(after.slug);
  await store.meta.set('post', before.id, oldSlugKey, [...noted]);
}
