import { Button, Group, Modal, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import { useWords } from '../../words/words.tsx';
import { draftOf, type LoadedMenu, labelOf, type MenuDraft } from './menu-api.ts';

interface MenuConflictProps {
  readonly mine: MenuDraft;
  readonly theirs: LoadedMenu;
  readonly resolve: (keeps: 'mine' | 'theirs') => void;
}

/** Two people saved the same menu: shows both, and lets one of them be kept. */
export function MenuConflict({ mine, theirs, resolve }: MenuConflictProps) {
  const { editor } = useWords();
  return (
    <Modal opened onClose={() => {}} withCloseButton={false} title={editor.conflict} size="60rem" closeOnEscape={false}>
      <Stack>
        <Text size="sm">{editor.conflictText}</Text>
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          <Version name={editor.mine} draft={mine} />
          <Version name={editor.theirs} draft={draftOf(theirs.item)} />
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

function Version({ name, draft }: { readonly name: string; readonly draft: MenuDraft }) {
  return (
    <section aria-label={name}>
      <Title order={2} size="h4" mb="xs">
        {name}
      </Title>
      <Text fw={600}>{draft.name}</Text>
      {draft.items.map((item) => (
        <Text key={item.key} size="sm" style={{ paddingInlineStart: `${item.level}rem` }}>
          {labelOf(item)}
        </Text>
      ))}
    </section>
  );
}
