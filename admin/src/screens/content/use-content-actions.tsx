import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { inTurns } from '../../ui/in-turns.ts';
import { notifyDone, notifyFailed } from '../../ui/notify.tsx';
import { useWords } from '../../words/words.tsx';
import type { ContentKind } from './content-kind.ts';
import { restoreContent } from './restore-content.ts';

export type ContentAction = 'trash' | 'restore' | 'publish' | 'draft' | 'remove';
/** What a list does with entries: changes of their state, and what has a dialog or a screen of its own. */
export type ListAction = ContentAction | 'edit' | 'duplicate';

/** What undoes an action; nothing where it cannot be undone. */
const undoneBy: Partial<Record<ContentAction, ContentAction>> = { trash: 'restore', restore: 'trash' };

/** Changes several items, says what became of it, and offers the way back where there is one. */
export function useContentActions(kind: ContentKind) {
  const words = useWords();
  const client = useQueryClient();
  const [isBusy, setBusy] = useState(false);

  const run = useCallback(
    async (action: ContentAction, ids: readonly number[]): Promise<void> => {
      setBusy(true);
      const failures = await inTurns(ids, (id) => perform(kind, action, id));
      setBusy(false);
      // Comments go and come with what they belong to.
      for (const key of [kind.key, 'comments', 'overview']) await client.invalidateQueries({ queryKey: [key] });
      const done = ids.filter((id) => !failures.has(id));
      const back = undoneBy[action];
      const undo = back && (() => void run(back, done));
      if (done.length > 0) notifyDone(words, words.list[doneWords[action]](done.length), undo);
      const [reason] = failures.values();
      if (reason !== undefined) notifyFailed(words, words.list.failed(failures.size), reason);
    },
    [kind, client, words],
  );

  return { run, isBusy };
}

/** What is said of each when it is done. */
const doneWords = {
  trash: 'trashed',
  restore: 'restored',
  publish: 'changed',
  draft: 'changed',
  remove: 'removed',
} as const satisfies Record<ContentAction, string>;

function perform(kind: ContentKind, action: ContentAction, id: number): Promise<unknown> {
  switch (action) {
    case 'trash':
      return kind.items.trash(id);
    case 'remove':
      return kind.items.remove(id);
    case 'restore':
      return restoreContent(id);
    case 'publish':
    case 'draft':
      return kind.items.update(id, { status: action });
  }
}
