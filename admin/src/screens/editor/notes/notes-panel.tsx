import { Button, Collapse, Drawer, Group, Stack, Text, Title } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { MessageSquarePlus } from 'lucide-react';
import { useState } from 'react';
import { ErrorState, LoadingRows } from '../../../ui/states.tsx';
import { useOwnWords, useWords } from '../../../words/words.tsx';
import editorClasses from '../editor.module.css';
import { NoteForm } from './note-form.tsx';
import { NoteThread } from './note-thread.tsx';
import type { Thread } from './notes-api.ts';
import type { Notes } from './use-notes.ts';
import { noteWords } from './words.ts';

interface NotesPanelProps {
  readonly item: number;
  readonly notes: Notes;
  /** Whether the text has changes that only this browser has, so that others do not find new notes at their blocks. */
  readonly isTextChanged: boolean;
  readonly close: () => void;
}

/** The threads about a text, in its order. */
export function NotesPanel({ item, notes, isTextChanged, close }: NotesPanelProps) {
  const words = useWords();
  const own = useOwnWords(noteWords);
  const isBeside = useMediaQuery('(min-width: 68em)', undefined, { getInitialValueInEffect: false });
  const [isResolvedShown, setResolvedShown] = useState(false);
  const open = notes.threads.filter(({ first }) => !first.resolved);
  const resolved = notes.threads.filter(({ first }) => first.resolved);
  const isLooked = resolved.some(({ first }) => first.id === notes.current);
  const listed = (threads: readonly Thread[]) =>
    threads.map((thread) => (
      <NoteThread
        key={thread.first.id}
        item={item}
        thread={thread}
        notes={notes}
        show={(id) => {
          if (!isBeside) close();
          // Once what lay over the text is gone.
          requestAnimationFrame(() => notes.show(id));
        }}
      />
    ));
  const content = (
    <Stack gap="sm">
      {notes.current === 'new' ? (
        <NoteForm
          item={item}
          label={own.note}
          action={own.add}
          isFocused
          send={(content, mentions) => notes.write({ content, mentions })}
          cancel={() => notes.look(null)}
        />
      ) : (
        <Button
          variant="default"
          size="compact-md"
          leftSection={<MessageSquarePlus size={16} aria-hidden />}
          onClick={() => notes.look('new')}
        >
          {own.addToAll}
        </Button>
      )}
      {!notes.isLoaded && !notes.error && <LoadingRows rows={3} />}
      {Boolean(notes.error) && !notes.isLoaded && <ErrorState title={words.states.failed} error={notes.error} />}
      {notes.isLoaded && notes.threads.length === 0 && notes.current !== 'new' && (
        <div>
          <Text fw={600} size="sm">
            {own.none}
          </Text>
          <Text size="sm" c="dimmed">
            {own.noneText}
          </Text>
        </div>
      )}
      {isTextChanged && notes.blocks.length > 0 && (
        <Text size="sm" c="dimmed">
          {own.saveToPlace}
        </Text>
      )}
      {listed(open)}
      {resolved.length > 0 && (
        <>
          <Button
            variant="subtle"
            color="gray"
            size="compact-sm"
            aria-expanded={isResolvedShown || isLooked}
            onClick={() => setResolvedShown(!isResolvedShown)}
          >
            {own.resolvedOnes(resolved.length)}
          </Button>
          <Collapse expanded={isResolvedShown || isLooked}>
            <Stack gap="sm">{listed(resolved)}</Stack>
          </Collapse>
        </>
      )}
    </Stack>
  );
  if (isBeside)
    return (
      <aside className={editorClasses['panel']} aria-label={own.title}>
        <Group justify="space-between" mb="sm">
          <Title order={2} size="h5">
            {own.title}
          </Title>
        </Group>
        {content}
      </aside>
    );
  return (
    <Drawer
      opened
      onClose={close}
      position="right"
      title={own.title}
      closeButtonProps={{ 'aria-label': words.common.close }}
    >
      {content}
    </Drawer>
  );
}
