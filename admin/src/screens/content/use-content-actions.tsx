import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { inTurns } from '../../ui/in-turns.ts';
import { notifyDone, notifyFailed } from '../../ui/notify.tsx';
import { useWords } from '../../words/words.tsx';
import type { ContentKind } from './content-kind.ts';

export type ContentAction = 'trash' | 'restore' | 'publish' | 'draft' | 'remove';

/** What undoes an action; nothing where it cannot be undone. */
const undoneBy: Partial<Record<ContentAction, ContentAction>> = { trash: 'restore', restore: 'trash' };

/** Changes several items, says what became of it, and offers the way back where there is one. */
export function useContentActions(kind: ContentKind) {
  const words = useWords();
  const client = useQueryClient();
  const [isBusy, setBusy] = useState(false);
  const texts: Readonly<Record<ContentAction, (count: number) => string>> = {
    trash: words.list.trashed,
    restore: words.list.restored,
    publish: words.list.changed,
    draft: words.list.changed,
    remove: words.list.removed,
  };

  const run = async (action: ContentAction, ids: readonly number[]): Promise<void> => {
    setBusy(true);
    const failures = await inTurns(ids, (id) => perform(kind, action, id));
    setBusy(false);
    await client.invalidateQueries({ queryKey: [kind.key] });
    const done = ids.filter((id) => !failures.has(id));
    const back = undoneBy[action];
    if (done.length > 0) notifyDone(words, texts[action](done.length), back && (() => void run(back, done)));
    const [reason] = failures.values();
    if (reason !== undefined) notifyFailed(words, words.list.failed(failures.size), reason);
  };

  return { run, isBusy };
}

function perform(kind: ContentKind, action: ContentAction, id: number): Promise<unknown> {
  switch (action) {
    case 'trash':
      return kind.trash(id);
    case 'remove':
      return kind.remove(id);
    case 'publish':
      return kind.setStatus(id, 'publish');
    default:
      return kind.setStatus(id, 'draft');
  }
}
