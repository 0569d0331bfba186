import { refuseParams } from '../../../api/arguments.ts';
import type { Call } from '../../../api/call.ts';
import { Refusal } from '../../../schema/refusal.ts';
import type { Post } from '../../../storage/rows.ts';
import type { Store } from '../../../storage/store.ts';
import type { ItemDraft } from '../items/item-draft.ts';
import { loadTargets } from '../items/item-targets.ts';
import { readValues } from '../items/item-values.ts';
import { cleanItemTexts, type ItemWrite, storeItem } from '../items/write-item.ts';
import type { MenuContext } from '../menu-context.ts';
import { navMenu } from '../nav-menu.ts';
import { itemsOfMenu } from './items-of-menu.ts';
import type { SentItem } from './sent-items.ts';

/** All items of a menu, ready to be stored. */
export interface PlannedItems {
  /** Stores them inside a transaction, and removes the items of the menu that are not among them. */
  store(store: Store, menuId: number): Promise<void>;
}

/** Checks what new items lead to and cleans all texts, before the transaction that stores them. */
export async function planItems(sent: readonly SentItem[], context: MenuContext, call: Call): Promise<PlannedItems> {
  const drafts = await withTargets(sent, context, call);
  const texts = await cleanItemTexts(drafts, context, call);
  const writes = sent.map(({ id, level }, i) => ({ id, level, draft: drafts[i] ?? {}, texts: texts[i] ?? {} }));
  return {
    async store(store, menuId) {
      const inside = { ...call, store };
      const before = new Map((await itemsOfMenu(store, menuId)).map((item) => [item.id, item]));
      const above: Post[] = [];
      for (const [i, { id, level, draft, texts: own }] of writes.entries()) {
        const known = before.get(id);
        if (id > 0 && !known) refuse(i, 'id names no item of this menu. Load the menu again.', call);
        const place = { parentId: above[level - 1]?.id ?? 0, order: i + 1 };
        const write: ItemWrite = {
          before: known?.post ?? null,
          stored: known?.values ?? null,
          draft: { ...draft, ...place },
          texts: own,
        };
        const post = await storeItem(write, context, inside);
        if (!known) await store.terms.assign(post.id, navMenu.name, [menuId]);
        above.splice(level, above.length, post);
        before.delete(id);
      }
      for (const id of before.keys()) await store.posts.remove(id);
    },
  };
}

/** New items must lead to something that their maker may see; those of a menu may lead to what is gone since. */
async function withTargets(sent: readonly SentItem[], context: MenuContext, call: Call): Promise<readonly ItemDraft[]> {
  const none = readValues([]);
  const values = sent.map(({ draft: { type = 'custom', object = '', objectId = 0 } }) => ({
    ...none,
    type,
    object,
    objectId,
  }));
  const isNew = (i: number) => sent[i]?.id === 0;
  const targets = await loadTargets(
    values.filter((_, i) => isNew(i)),
    context,
    call,
  );
  let next = 0;
  return sent.map(({ id, draft }, i) => {
    const target = id === 0 ? targets[next++] : undefined;
    if (!target) return draft;
    const found = target.post?.type ?? target.term?.taxonomy;
    const isThere = found !== undefined || values[i]?.type === 'custom' || !target.isInvalid;
    if (!isThere) refuse(i, 'leads to nothing that is there.', call);
    return found === undefined ? draft : { ...draft, object: found };
  });
}

function refuse(i: number, why: string, call: Call): void {
  refuseParams({ items: new Refusal(`items[${i}] ${why}`) }, call);
}
