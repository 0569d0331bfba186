import { Alert, Button, Group, Text } from '@mantine/core';
import { notifyDone } from '../../ui/notify.tsx';
import { ErrorState } from '../../ui/states.tsx';
import { useDates, useOwnWords, useWords } from '../../words/words.tsx';
import { refusedFields } from '../fields/refused-fields.ts';
import { isBesideOver } from './beside/beside.ts';
import type { Editing } from './use-editing.ts';
import { editorWords } from './words.ts';

/** What has to be known before one writes on: changes that were found again, and why something was not saved. */
export function EditorNotices({ editing }: { readonly editing: Editing }) {
  const words = useWords();
  const own = useOwnWords(editorWords);
  const dates = useDates();
  // Where fields were refused, each says itself what is wrong.
  const refused = Object.keys(refusedFields(editing.save.failure?.error)).length;
  const isRead = editing.save.failure?.way === 'read';
  const isOver = isBesideOver(editing.save.failure?.error);
  return (
    <>
      {editing.restoredFrom && (
        <Alert mb="md" color="sea" role="status">
          <Group gap="xs">
            <Text size="sm">{own.restored(dates.minute(editing.restoredFrom))}</Text>
            <Button
              size="compact-sm"
              variant="default"
              onClick={() => {
                const back = editing.discardRestored();
                notifyDone(words, own.discarded, back);
              }}
            >
              {own.discardRestored}
            </Button>
          </Group>
        </Alert>
      )}
      {editing.recovered && (
        <Alert mb="md" color="yellow" role="status">
          <Group gap="xs">
            <Text size="sm">{words.editor.recovered}</Text>
            <Button size="compact-sm" onClick={() => editing.recover(true)}>
              {words.editor.recover}
            </Button>
            <Button size="compact-sm" variant="default" onClick={() => editing.recover(false)}>
              {words.editor.discard}
            </Button>
          </Group>
        </Alert>
      )}
      {editing.save.failure && !editing.conflict && (
        <ErrorState
          title={isRead ? own.notRead : isOver ? own.besideOver : words.states.notSaved}
          error={refused > 0 ? own.refusedFields(refused) : isOver ? own.besideOverText : editing.save.failure.error}
          {...(isOver ? {} : { retry: editing.retry })}
        />
      )}
    </>
  );
}
