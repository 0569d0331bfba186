import { Button, Group, Modal, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import { useWords } from '../../words/words.tsx';
import type { PopupDraft } from './popup-form.tsx';

interface PopupConflictProps {
  readonly mine: PopupDraft;
  readonly theirs: PopupDraft;
  readonly resolve: (keeps: 'mine' | 'theirs') => void;
}

/** Two people saved the same popup: shows both, and lets one of them be kept. */
export function PopupConflict({ mine, theirs, resolve }: PopupConflictProps) {
  const { editor } = useWords();
  return (
    <Modal opened onClose={() => {}} withCloseButton={false} title={editor.conflict} size="60rem" closeOnEscape={false}>
      <Stack>
        <Text size="sm">{editor.conflictText}</Text>
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          <Version name={editor.mine} draft={mine} />
          <Version name={editor.theirs} draft={theirs} />
        </SimpleGrid>
        <Group justify="flex-end">
          <Button variant="default" onClick={() => resolve('theirs')}>
            {editor.takeTheirs}
          </Button>
          <Button onClick={() => resolve('mine')}>{editor.keepMine}</Button>
        </Group>
      </Stack>
    </Modal>
  );
}

function Version({ name, draft }: { readonly name: string; readonly draft: PopupDraft }) {
  return (
    <section aria-label={name}>
      <Title order={2} size="h4" mb="xs">
        {name}
      </Title>
      <Text fw={600}>{draft.name}</Text>
      <Text>{draft.title}</Text>
      <Text size="sm" style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
        {draft.content}
      </Text>
    </section>
  );
}
