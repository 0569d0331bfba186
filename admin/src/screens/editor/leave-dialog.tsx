import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useWords } from '../../words/words.tsx';

/** What the router says of a step that was held back. */
interface Leaving {
  readonly status: 'blocked' | 'idle';
  readonly proceed?: (() => void) | undefined;
  readonly reset?: (() => void) | undefined;
}

/** Asks before a screen with unsaved changes is left. */
export function LeaveDialog({ leaving }: { readonly leaving: Leaving }) {
  const words = useWords();
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
