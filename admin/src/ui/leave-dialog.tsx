import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useBlocker } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useWords } from '../words/words.tsx';

/** Asks before a screen with unsaved changes is left. Once they are saved there is nothing to ask, and the step is taken. */
export function LeaveDialog({ isChanged }: { readonly isChanged: boolean }) {
  const words = useWords();
  const leaving = useBlocker({
    shouldBlockFn: () => isChanged,
    enableBeforeUnload: () => isChanged,
    withResolver: true,
  });
  useEffect(() => {
    if (leaving.status === 'blocked' && !isChanged) leaving.proceed();
  }, [leaving, isChanged]);
  return (
    <Modal
      opened={leaving.status === 'blocked'}
      onClose={() => leaving.reset?.()}
      title={words.editor.leave}
      centered
      closeButtonProps={{ 'aria-label': words.common.close }}
    >
      <Stack>
        <Text size="sm">{words.editor.leaveText}</Text>
        <Group justify="flex-end">
          <Button variant="default" onClick={() => leaving.proceed?.()}>
            {words.editor.leaveAnyway}
          </Button>
          <Button onClick={() => leaving.reset?.()} data-autofocus>
            {words.editor.stay}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
