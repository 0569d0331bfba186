import { Button, Group, Modal, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useWords } from '../words/words.tsx';
import { ErrorState } from './states.tsx';

interface ConflictDialogProps {
  /** The two versions, as they are shown. */
  readonly mine: ReactNode;
  readonly theirs: ReactNode;
  readonly resolve: (keeps: 'mine' | 'theirs') => Promise<void> | void;
  readonly size?: string;
}

/** Two people saved the same thing: shows both versions, and lets one of them be kept. */
export function ConflictDialog({ mine, theirs, resolve, size = '60rem' }: ConflictDialogProps) {
  const { editor, states } = useWords();
  const [failure, setFailure] = useState<unknown>(null);
  const [isBusy, setBusy] = useState(false);
  const choose = async (keeps: 'mine' | 'theirs') => {
    setBusy(true);
    await Promise.resolve(resolve(keeps)).catch(setFailure);
    setBusy(false);
  };
  return (
    <Modal opened onClose={() => {}} withCloseButton={false} title={editor.conflict} size={size} closeOnEscape={false}>
      <Stack>
        {/* Neither choice is made by a key that was meant for the text. */}
        <Text size="sm" tabIndex={-1} data-autofocus style={{ outline: 'none' }}>
          {editor.conflictText}
        </Text>
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          <Version name={editor.mine}>{mine}</Version>
          <Version name={editor.theirs}>{theirs}</Version>
        </SimpleGrid>
        {failure !== null && <ErrorState title={states.notSaved} error={failure} />}
        <Group justify="flex-end">
          <Button variant="default" onClick={() => void choose('theirs')} disabled={isBusy}>
            {editor.takeTheirs}
          </Button>
          <Button onClick={() => void choose('mine')} disabled={isBusy}>
            {editor.keepMine}
          </Button>
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
