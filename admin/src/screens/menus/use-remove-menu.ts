import { useMutation, useQueryClient } from '@tanstack/react-query';
import { notifyDone, notifyFailed } from '../../ui/notify.tsx';
import { withoutEntities } from '../../ui/plain-text.ts';
import { useOwnWords, useWords } from '../../words/words.tsx';
import { makeAgain, removeMenu } from './menu-api.ts';
import { menuWords } from './words.ts';

/** Removes a menu at once; the way back makes it again. */
export function useRemoveMenu() {
  const words = useWords();
  const own = useOwnWords(menuWords);
  const client = useQueryClient();
  const refresh = () => client.invalidateQueries({ queryKey: ['menus'] });
  return useMutation({
    mutationFn: removeMenu,
    onSuccess: async (previous) => {
      notifyDone(words, own.removed(withoutEntities(previous.name)), () => {
        makeAgain(previous)
          .then(refresh)
          .catch((error: unknown) => notifyFailed(words, words.states.notSaved, error));
      });
      await refresh();
    },
    onError: (error) => notifyFailed(words, words.states.notSaved, error),
  });
}
