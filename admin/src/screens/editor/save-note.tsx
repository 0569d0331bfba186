import { Text } from '@mantine/core';
import { useLanguage, useOwnWords, useWords } from '../../words/words.tsx';
import type { Editing } from './use-editing.ts';
import { editorWords } from './words.ts';

type SaveNoteProps = Pick<Editing, 'save' | 'isChanged' | 'autosavedAt'>;

/** Whether the server has what is on the screen. */
export function SaveNote({ save, isChanged, autosavedAt }: SaveNoteProps) {
  const { editor } = useWords();
  const own = useOwnWords(editorWords);
  const { code } = useLanguage();
  const time = (at: Date) => at.toLocaleTimeString(code, { timeStyle: 'short' });
  const unsaved = autosavedAt ? own.autosavedAt(time(autosavedAt)) : editor.unsaved;
  const saved = save.is === 'saved' ? editor.savedAt(time(save.at)) : '';
  return (
    <Text size="sm" c="dimmed" role="status" truncate>
      {save.is === 'saving' ? editor.saving : isChanged ? unsaved : saved}
    </Text>
  );
}
