import { Button, Group, Modal, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { type ReactNode, useState } from 'react';
import { useWords } from '../words/words.tsx';
import { ErrorState } from './states.tsx';

interface ConflictDialogProps {
  /** The two versions, as they are shown. */
  readonly mine: ReactNode;
  readonly theirs: ReactNode;
  readonly resolve: (keeps: 'mine' | 'theirs') => Promise<void> | void;
  readonly size?: string;
  /** Whose the other version is. */
  readonly intro?: ReactNode;
  /** What can be chosen besides one of the two as a whole. */
  readonly merge?:
    | { readonly label: string; readonly run: () => Promise<void>; readonly children: ReactNode }
    | undefined;
}

/** Two people saved the same thing: shows both versions, and lets one of them be kept. */
export function ConflictDialog({ mine, theirs, resolve, size = '60rem', intro, merge }: ConflictDialogProps) {
  const { editor, states } = useWords();
  const [failure, setFailure] = useState<unknown>(null);
  const [isBusy, setBusy] = useState(false);
  const isNarrow = useMediaQuery('(max-width: 48em)', undefined, { getInitialValueInEffect: false });
  const choose = async (keeps: 'mine' | 'theirs' | 'merged') => {
    setBusy(true);
    await Promise.resolve(keeps === 'merged' ? merge?.run() : resolve(keeps)).catch(setFailure);
    setBusy(false);
  };
  return (
    <Modal
      opened
      onClose={() => {}}
      withCloseButton={false}
      title={editor.conflict}
      size={size}
      fullScreen={isNarrow}
      closeOnEscape={false}
    >
      <Stack>
        {/* Neither choice is made by a key that was meant for the text. */}
        <Text size="sm" tabIndex={-1} data-autofocus style={{ outline: 'none' }}>
          {editor.conflictText}
        </Text>
        {intro}
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          <Version name={editor.mine}>{mine}</Version>
          <Version name={editor.theirs}>{theirs}</Version>
        </SimpleGrid>
        {merge?.children}
        {failure !== null && <ErrorState title={states.notSaved} error={failure} />}
        <Group justify="flex-end">
          <Button variant="default" onClick={() => void choose('theirs')} disabled={isBusy}>
            {editor.takeTheirs}
          </Button>
          <Button variant={merge ? 'default' : 'filled'} onClick={() => void choose('mine')} disabled={isBusy}>
            {editor.keepMine}
          </Button>
          {merge && (
            <Button onClick={() => void choose('merged')} disabled={isBusy}>
              {merge.label}
            </Button>
          )}
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
