import { useQueryClient } from '@tanstack/react-query';
import { notifyDone, notifyFailed } from '../../ui/notify.tsx';
import { useOwnWords, useWords } from '../../words/words.tsx';
import type { ContentItem, ContentKind } from './content-kind.ts';
import { listWords } from './list-words.ts';
import { moveItem, type PageMove } from './page-moves.ts';

/** Moves an item in its tree, and says where it is then. */
export function usePageMove(kind: ContentKind, item: ContentItem): (move: PageMove) => void {
  const words = useWords();
  const own = useOwnWords(listWords);
  const client = useQueryClient();
  return (move) => {
    const title = item.title?.raw || words.common.untitled;
    moveItem(kind, item, move)
      .then((moved) => moved && notifyDone(words, own.movedTo(title, moved.place, moved.of)))
      .catch((error: unknown) => notifyFailed(words, words.list.failed(1), error))
      .finally(() => void client.invalidateQueries({ queryKey: [kind.key, 'list'] }));
  };
}
