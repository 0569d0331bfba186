import { Text } from '@mantine/core';
import { useLanguage, useWords } from '../../words/words.tsx';
import type { SaveState } from './use-editing.ts';

/** Whether the server has what is on the screen. */
export function SaveNote({ save, isChanged }: { readonly save: SaveState; readonly isChanged: boolean }) {
  const { editor } = useWords();
  const { code } = useLanguage();
  const text =
    save.is === 'saving'
      ? editor.saving
      : isChanged
        ? editor.unsaved
        : save.is === 'saved'
          ? editor.savedAt(save.at.toLocaleTimeString(code, { timeStyle: 'short' }))
          : '';
  return (
    <Text size="sm" c="dimmed" role="status" truncate>
      {text}
    </Text>
  );
}
