import { Button, Group, Modal, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { useWords } from '../words/words.tsx';
import { ErrorState } from './states.tsx';

interface FormDialogProps {
  readonly title: string;
  /** What the main button says. */
  readonly submit: string;
  /** How the saving goes. */
  readonly saving: { readonly isPending: boolean; readonly error: unknown; mutate(): void };
  readonly close: () => void;
  readonly size?: 'md' | 'lg' | 'xl';
  readonly children: ReactNode;
}

/** A dialog with a form, its buttons, and why it could not be saved. */
export function FormDialog({ title, submit, saving, close, size = 'md', children }: FormDialogProps) {
  const words = useWords();
  return (
    <Modal opened onClose={close} title={title} size={size} closeButtonProps={{ 'aria-label': words.common.close }}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          saving.mutate();
        }}
      >
        <Stack>
          {children}
          {saving.error !== null && <ErrorState title={words.states.notSaved} error={saving.error} />}
          <Group justify="flex-end">
            <Button variant="default" onClick={close}>
              {words.common.cancel}
            </Button>
            <Button type="submit" loading={saving.isPending}>
              {submit}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
