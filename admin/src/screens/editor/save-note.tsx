import { Text } from '@mantine/core';
import { useLanguage, useOwnWords, useWords } from '../../words/words.tsx';
import { isLive } from './save-plan.ts';
import { noteOf, type SaveNoteKind } from './save-state.ts';
import type { Editing } from './use-editing.ts';
import { editorWords } from './words.ts';

type SaveNoteProps = Pick<Editing, 'save' | 'unsaved' | 'stored' | 'autosavedAt'>;

/** Whether the server has what is on the screen. */
export function SaveNote({ save, unsaved, stored, autosavedAt }: SaveNoteProps) {
  const { editor } = useWords();
  const own = useOwnWords(editorWords);
  const { code } = useLanguage();
  const time = (at: Date | null) => at?.toLocaleTimeString(code, { timeStyle: 'short' }) ?? '';
  const notes: Record<SaveNoteKind, string> = {
    saving: editor.saving,
    unsaved: editor.unsaved,
    autosaved: own.autosavedAt(time(autosavedAt)),
    autosavedBeside: own.autosavedBeside(time(autosavedAt)),
    saved: editor.savedAt(time(save.savedAt)),
    none: '',
  };
  return (
    <Text size="sm" c="dimmed" role="status" truncate>
      {notes[noteOf(save, unsaved, { autosavedAt, isLive: isLive(stored.status) })]}
    </Text>
  );
}
