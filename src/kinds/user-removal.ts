import { isShown } from '../content/post-types.ts';
import { everything } from '../content/sight.ts';
import { type ContentKind, type ContentParts, contentKind } from './content-kind.ts';
import { type ContentWork, inTransaction } from './content-work.ts';
import { trashPost } from './post-trash.ts';

/** Removes a user. What the user wrote goes to the heir, or into the trash where there is none: all of it or nothing. */
export function removeUser(
  userId: number,
  heirId: number | null,
  work: ContentWork,
  parts: ContentParts,
): Promise<void> {
  return inTransaction(work, async (inner) => {
    if (heirId === null) await trashWorks(userId, inner, parts);
    else await inner.store.posts.updateWhere({ authorId: userId }, { authorId: heirId });
    await inner.store.users.remove(userId);
  });
}

const batch = 200;
const outsideTrash = ['publish', 'future', 'draft', 'pending', 'private', 'inherit'];

async function trashWorks(userId: number, work: ContentWork, parts: ContentParts): Promise<void> {
  for (const type of parts.types.filter(isShown)) {
    const kind = kindOf(type.name, parts);
    for (;;) {
      const rows = await work.store.posts.find(
        { types: [type.name], sight: everything, authorIds: [userId], statuses: outsideTrash },
        { by: 'id', direction: 'asc' },
        { limit: batch, offset: 0 },
        ['id'],
      );
      for (const { id } of rows) await trashPost(kind, id, work);
      if (rows.length < batch) break;
    }
  }
}

/** Whatever was kept on top loses its place; of the rest, the trash asks nothing. */
function kindOf(type: string, parts: ContentParts): ContentKind {
  return contentKind(
    type,
    { openStatus: 'publish', sticky: true, siteDiscussion: { comments: false, pings: false } },
    parts,
  );
}
