import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Refused } from '../../api/refused.ts';
import { notifyDone } from '../../ui/notify.tsx';
import { useOwnWords, useWords } from '../../words/words.tsx';
import { draftOf, type Item, type LoadedMenu, loadMenu, type MenuDraft, saveMenu } from './menu-api.ts';
import { menuWords } from './words.ts';

/** The menu in hand: what was loaded, what was changed since, and what somebody else saved meanwhile. */
export function useMenuDraft(id: number, loaded: LoadedMenu) {
  const words = useWords();
  const own = useOwnWords(menuWords);
  const client = useQueryClient();
  const [base, setBase] = useState(() => ({ stored: draftOf(loaded.item), tag: loaded.tag }));
  const [draft, setDraft] = useState(base.stored);
  const [conflict, setConflict] = useState<LoadedMenu | null>(null);
  const begin = ({ item, tag }: LoadedMenu) => {
    const stored = draftOf(item);
    setBase({ stored, tag });
    setDraft(stored);
    setConflict(null);
  };
  const saving = useMutation({
    mutationFn: async () => {
      await saveMenu(id, draft, base.tag);
      return loadMenu(id);
    },
    onSuccess: async (saved) => {
      begin(saved);
      notifyDone(words, own.saved);
      await client.invalidateQueries({ queryKey: ['menus', 'list'] });
      await client.invalidateQueries({ queryKey: ['menus', 'places'] });
    },
    onError: async (error) => {
      if (error instanceof Refused && error.status === 412) setConflict(await loadMenu(id));
    },
  });
  return {
    draft,
    isChanged: draft !== base.stored,
    set: (changes: Partial<MenuDraft>) => setDraft((now) => ({ ...now, ...changes })),
    change: (update: (items: readonly Item[]) => readonly Item[]) =>
      setDraft((now) => ({ ...now, items: update(now.items) })),
    saving,
    conflict,
    resolve(keeps: 'mine' | 'theirs') {
      if (!conflict) return;
      if (keeps === 'theirs') {
        begin(conflict);
        return notifyDone(words, words.editor.tookTheirs, () => setDraft(draft));
      }
      // Items that somebody else removed are made again.
      const known = new Set(conflict.item.items.map((item) => item.id));
      const items = draft.items.map((item) => (known.has(item.id) ? item : { ...item, id: 0 }));
      setDraft({ ...draft, items });
      setBase({ ...base, tag: conflict.tag });
      setConflict(null);
    },
  };
}
