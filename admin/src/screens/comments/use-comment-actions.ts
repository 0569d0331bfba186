import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../api/api.ts';
import { inTurns } from '../../ui/in-turns.ts';
import { notifyDone, notifyFailed } from '../../ui/notify.tsx';
import { useOwnWords, useWords } from '../../words/words.tsx';
import { commentWords } from './words.ts';

export const commentStates = ['hold', 'approve', 'spam', 'trash'] as const;
export type CommentState = (typeof commentStates)[number];

/** Moves comments between their states; every move can be undone. */
export function useCommentActions() {
  const words = useWords();
  const own = useOwnWords(commentWords);
  const client = useQueryClient();
  const [isBusy, setBusy] = useState(false);
  const move = async (ids: readonly number[], from: CommentState, to: CommentState): Promise<void> => {
    setBusy(true);
    const failures = await inTurns(ids, (id) => api.post('/wp/v2/comments/{id}', { id, status: to }));
    setBusy(false);
    await client.invalidateQueries({ queryKey: ['comments'] });
    await client.invalidateQueries({ queryKey: ['overview'] });
    const done = ids.filter((id) => !failures.has(id));
    if (done.length > 0) notifyDone(words, own.moved[to](done.length), () => void move(done, to, from));
    const [reason] = failures.values();
    if (reason !== undefined) notifyFailed(words, words.list.failed(failures.size), reason);
  };
  return { move, isBusy };
}
