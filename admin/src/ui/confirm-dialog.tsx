import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useWords } from '../words/words.tsx';
import { ErrorState } from './states.tsx';

interface ConfirmDialogProps {
  readonly isOpened: boolean;
  readonly title: string;
  readonly text: string;
  /** What the button says; that something is deleted, by default. */
  readonly action?: string;
  readonly isBusy?: boolean;
  readonly error?: unknown;
  readonly confirm: () => void;
  readonly close: () => void;
  /** What it is about, below the text. */
  readonly children?: ReactNode;
}

/** Asks before something is deleted that cannot be brought back. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const words = useWords();
  const {
    isOpened,
    title,
    text,
    action = words.common.delete,
    isBusy = false,
    error,
    confirm,
    close,
    children,
  } = props;
  return (
    <Modal
      opened={isOpened}
      onClose={close}
      title={title}
      centered
      closeButtonProps={{ 'aria-label': words.common.close }}
    >
      <Stack>
        <Text size="sm">{text}</Text>
        {children}
        {Boolean(error) && <ErrorState title={words.states.notSaved} error={error} />}
        <Group justify="flex-end">
          <Button variant="default" onClick={close} data-autofocus>
            {words.common.cancel}
          </Button>
          <Button color="red" loading={isBusy} onClick={confirm}>
            {action}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
