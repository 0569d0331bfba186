import { Button, Group, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import type { Words } from '../words/en.ts';
import { noteMs } from './note-ms.ts';

/** Says what was done, with the way back where there is one. */
export function notifyDone(words: Words, text: string, undo?: () => void): void {
  const id = notifications.show({
    autoClose: noteMs,
    withCloseButton: true,
    closeButtonProps: { 'aria-label': words.common.close },
    message: (
      <Group justify="space-between" wrap="nowrap">
        <Text size="sm">{text}</Text>
        {undo && (
          <Button
            size="compact-sm"
            variant="subtle"
            onClick={() => {
              notifications.hide(id);
              undo();
            }}
          >
            {words.common.undo}
          </Button>
        )}
      </Group>
    ),
  });
}

/** Says why something did not work; stays until it is read. */
export function notifyFailed(words: Words, title: string, error: unknown): void {
  notifications.show({
    color: 'red',
    title,
    message: error instanceof Error ? error.message : String(error),
    autoClose: false,
    withCloseButton: true,
    closeButtonProps: { 'aria-label': words.common.close },
  });
}
