import { Button, Group, Modal, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { useWords } from '../words/words.tsx';

interface ConflictDialogProps {
  /** The two versions, as they are shown. */
  readonly mine: ReactNode;
  readonly theirs: ReactNode;
  readonly resolve: (keeps: 'mine' | 'theirs') => Promise<void> | void;
  readonly size?: string;
}

/** Two people saved the same thing: shows both versions, and lets one of them be kept. */
export function ConflictDialog({ mine, theirs, resolve, size = '60rem' }: ConflictDialogProps) {
  const { editor } = useWords();
  return (
    <Modal opened onClose={() => {}} withCloseButton={false} title={editor.conflict} size={size} closeOnEscape={false}>
      <Stack>
        <Text size="sm">{editor.conflictText}</Text>
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          <Version name={editor.mine}>{mine}</Version>
          <Version name={editor.theirs}>{theirs}</Version>
        </SimpleGrid>
        <Group justify="flex-end">
          <Button variant="default" onClick={() => void resolve('theirs')}>
            {editor.takeTheirs}
          </Button>
          <Button onClick={() => void resolve('mine')}>{editor.keepMine}</Button>
        </Group>
      </Stack>
    </Modal>
  );
}

function Version({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <section aria-label={name}>
      <Title order={2} size="h4" mb="xs">
        {name}
      </Title>
      {children}
    </section>
  );
}
