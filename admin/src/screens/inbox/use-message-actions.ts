import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../api/api.ts';
import { inTurns } from '../../ui/in-turns.ts';
import { notifyDone, notifyFailed } from '../../ui/notify.tsx';
import { useOwnWords, useWords } from '../../words/words.tsx';
import { inboxWords } from './words.ts';

export interface MessageMove {
  readonly is_read?: boolean;
  readonly is_spam?: boolean;
  readonly is_trashed?: boolean;
  readonly send?: boolean;
}

/** Moves and marks messages; every move can be undone. */
export function useMessageActions() {
  const words = useWords();
  const own = useOwnWords(inboxWords);
  const client = useQueryClient();
  const [isBusy, setBusy] = useState(false);
  const work = async (ids: readonly number[], act: (id: number) => Promise<unknown>): Promise<number[]> => {
    setBusy(true);
    const failures = await inTurns(ids, act);
    setBusy(false);
    for (const key of ['messages', 'overview']) await client.invalidateQueries({ queryKey: [key] });
    const [reason] = failures.values();
    if (reason !== undefined) notifyFailed(words, words.list.failed(failures.size), reason);
    return ids.filter((id) => !failures.has(id));
  };
  const change = async (ids: readonly number[], move: MessageMove, back?: MessageMove): Promise<void> => {
    const done = await work(ids, (id) => api.post('/platen/v1/forms/messages/{id}', { id, ...move }));
    const text = move.is_read === undefined ? own.moved : own.marked;
    if (done.length > 0) notifyDone(words, text(done.length), back && (() => void change(done, back)));
  };
  const remove = async (ids: readonly number[]): Promise<void> => {
    const done = await work(ids, (id) => api.delete('/platen/v1/forms/messages/{id}', { id }));
    if (done.length > 0) notifyDone(words, words.list.removed(done.length));
  };
  return { change, remove, isBusy };
}
