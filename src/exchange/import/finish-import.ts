import { decodePhp, encodePhp, type PhpArray } from '../../storage/options/php-serialized.ts';
import type { Store } from '../../storage/store.ts';
import type { ImportRun, PendingReference } from './import-run.ts';
import { attachOrphanTerms, clearTermHierarchies, recountTerms } from './import-terms.ts';
import { newIdsOf } from './imported.ts';
import { menuParentKey } from './menu-items.ts';

const chunk = 200;

/** The steps that need the whole file: references to later items, counts, sticky posts. */
export async function finishImport(run: ImportRun): Promise<void> {
  await attachOrphanTerms(run);
  await clearTermHierarchies(run);
  for (let at = 0; at < run.references.length; at += chunk)
    await resolveReferences(run, run.references.slice(at, at + chunk));
  await recountTerms(run);
  if (run.sticky.size > 0) await addSticky(run);
}

async function resolveReferences(run: ImportRun, references: readonly PendingReference[]): Promise<void> {
  const oldIds = [...new Set(references.map((reference) => reference.oldId))];
  const newIds = await newIdsOf(run.store, run.source, 'post', oldIds);
  const newIdOf = (reference: PendingReference) =>
    reference.kind === 'menuParent' ? run.menuItems.get(reference.menu, reference.oldId) : newIds.get(reference.oldId);
  await run.store.transaction(async (store) => {
    for (const reference of references) await resolve(store, reference, newIdOf(reference));
  });
  const lost = references.filter(({ kind, oldId }) => kind === 'parent' && !newIds.has(oldId));
  for (const { postId, oldId } of lost)
    run.tally.note(`Post ${postId} has lost its parent ${oldId}: it is not in the file.`);
}

async function resolve(store: Store, reference: PendingReference, newId: number | undefined): Promise<void> {
  if (newId === undefined || newId === reference.postId) return;
  if (reference.kind === 'parent') await store.posts.update(reference.postId, { parentId: newId });
  else if (newId !== reference.oldId) {
    const key = reference.kind === 'meta' ? reference.key : menuParentKey;
    await store.meta.set('post', reference.postId, key, [String(newId)]);
  }
}

/** Adds to the stored list; a list in an unknown format is left unchanged. */
async function addSticky({ store, sticky, tally }: ImportRun): Promise<void> {
  await store.options.change('sticky_posts', (stored) => {
    const decoded = stored ? decodePhp(stored) : ({ ok: true, value: new Map() } as const);
    if (!decoded.ok || !(decoded.value instanceof Map)) {
      tally.note('The list of sticky posts cannot be read; it was left as it is.');
      return stored;
    }
    const ids = new Set([...decoded.value.values()].map(Number));
    const list: PhpArray = new Map(decoded.value);
    let next = Math.max(-1, ...[...list.keys()].map(Number).filter(Number.isInteger)) + 1;
    for (const id of sticky) if (!ids.has(id)) list.set(next++, id);
    return list.size > decoded.value.size ? encodePhp(list) : stored;
  });
}
