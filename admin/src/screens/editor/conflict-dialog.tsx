import { Button, Group, Modal, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import { useWords } from '../../words/words.tsx';
import classes from './editor.module.css';
import type { Loaded } from './editor-kind.ts';
import { type EditorFields, fieldsOf } from './fields.ts';

interface ConflictDialogProps {
  readonly mine: EditorFields;
  readonly theirs: Loaded;
  readonly resolve: (keeps: 'mine' | 'theirs') => Promise<void>;
}

/** Two people saved the same text: shows both, and lets one of them be kept. The other stays as a revision. */
export function ConflictDialog({ mine, theirs, resolve }: ConflictDialogProps) {
  const { editor } = useWords();
  return (
    <Modal opened onClose={() => {}} withCloseButton={false} title={editor.conflict} size="80rem" closeOnEscape={false}>
      <Stack>
        <Text size="sm">{editor.conflictText}</Text>
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          <Version name={editor.mine} fields={mine} />
          <Version name={editor.theirs} fields={fieldsOf(theirs.item)} />
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

function Version({ name, fields }: { readonly name: string; readonly fields: EditorFields }) {
  return (
    <section aria-label={name}>
      <Title order={2} size="h4" mb="xs">
        {name}
      </Title>
      <Text fw={600}>{fields.title}</Text>
      <div className={classes['versions']}>{fields.content}</div>
    </section>
  );
}
