import { ActionIcon, Button, Group, Menu, Stack, Text, UnstyledButton } from '@mantine/core';
import { Check, Ellipsis, MapPin, Pencil, RotateCcw, Trash2 } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { dangerColor } from '../../../app/theme.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { useDates, useOwnWords } from '../../../words/words.tsx';
import { NoteForm } from './note-form.tsx';
import classes from './notes.module.css';
import { type Note, type Thread, textOf } from './notes-api.ts';
import type { Notes } from './use-notes.ts';
import { noteWords } from './words.ts';

interface NoteThreadProps {
  readonly item: number;
  readonly thread: Thread;
  readonly notes: Notes;
  readonly show: (id: number) => void;
}

/** A note, what was answered, and what became of it. */
export function NoteThread({ item, thread: { first, answers }, notes, show }: NoteThreadProps) {
  const own = useOwnWords(noteWords);
  const [isAnswering, setAnswering] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const holder = useRef<HTMLElement>(null);
  const isCurrent = notes.current === first.id || answers.some(({ id }) => id === notes.current);
  useEffect(() => {
    if (isCurrent) holder.current?.scrollIntoView({ block: 'nearest' });
  }, [isCurrent]);
  const block = notes.blocks.find(({ id }) => id === first.id);
  const settle = async () => {
    setBusy(true);
    await notes.write({ parent: first.id, resolved: !first.resolved });
    setBusy(false);
  };
  return (
    <section
      className={classes['thread']}
      aria-label={own.thread(first.author_name)}
      data-current={isCurrent || undefined}
      ref={holder}
    >
      <Stack gap="xs">
        {block ? (
          <UnstyledButton
            className={classes['excerpt']}
            aria-label={`${own.showBlock}: ${block.excerpt}`}
            onClick={() => show(first.id)}
          >
            <Group gap={4} wrap="nowrap" align="flex-start">
              <MapPin size={14} aria-hidden style={{ flexShrink: 0, marginTop: 3 }} />
              <Text size="xs" c="dimmed" fs="italic">
                {block.excerpt || own.showBlock}
              </Text>
            </Group>
          </UnstyledButton>
        ) : (
          <Text size="xs" c="dimmed">
            {own.noBlock}
          </Text>
        )}
        {[first, ...answers].map((note) => (
          <OneNote key={note.id} item={item} note={note} thread={first.id} notes={notes} />
        ))}
        {isAnswering ? (
          <NoteForm
            item={item}
            label={own.answerLabel(first.author_name)}
            action={own.answer}
            isFocused
            cancel={() => setAnswering(false)}
            send={async (content, mentions) => {
              const isStored = await notes.write({ parent: first.id, content, mentions });
              if (isStored) setAnswering(false);
              return isStored;
            }}
          />
        ) : (
          <Group gap="xs">
            <Button size="compact-sm" variant="light" onClick={() => setAnswering(true)}>
              {own.answer}
            </Button>
            <Button
              size="compact-sm"
              variant="subtle"
              loading={isBusy}
              leftSection={first.resolved ? <RotateCcw size={14} aria-hidden /> : <Check size={14} aria-hidden />}
              onClick={() => void settle()}
            >
              {first.resolved ? own.reopen : own.resolve}
            </Button>
          </Group>
        )}
      </Stack>
    </section>
  );
}

interface OneNoteProps extends Pick<NoteThreadProps, 'item' | 'notes'> {
  readonly note: Note;
  /** The first note of its thread. */
  readonly thread: number;
}

function OneNote({ item, note, thread, notes }: OneNoteProps) {
  const own = useOwnWords(noteWords);
  const dates = useDates();
  const [isEdited, setEdited] = useState(false);
  const [isAsked, setAsked] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const text = textOf(note);
  const { author_name: name, action } = note;
  if (isEdited)
    return (
      <NoteForm
        item={item}
        label={own.note}
        action={own.edit}
        text={text}
        isFocused
        cancel={() => setEdited(false)}
        send={async (content) => {
          const isStored = await notes.change(note.id, content);
          if (isStored) setEdited(false);
          return isStored;
        }}
      />
    );
  return (
    <div>
      <Group justify="space-between" wrap="nowrap" gap="xs">
        <Text size="xs" c="dimmed">
          <Text span fw={600} size="sm" c="var(--mantine-color-text)">
            {name}
          </Text>{' '}
          {dates.minute(new Date(`${note.date_gmt}Z`))}
        </Text>
        <Menu position="bottom-end">
          <Menu.Target>
            <ActionIcon variant="subtle" color="gray" size={24} aria-label={own.actions(name)}>
              <Ellipsis size={15} aria-hidden />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            {note.own && text !== '' && (
              <Menu.Item leftSection={<Pencil size={15} aria-hidden />} onClick={() => setEdited(true)}>
                {own.edit}
              </Menu.Item>
            )}
            <Menu.Item
              color={dangerColor}
              leftSection={<Trash2 size={15} aria-hidden />}
              onClick={() => setAsked(true)}
            >
              {own.remove}
            </Menu.Item>
          </Menu.Dropdown>
        </Menu>
      </Group>
      {action && (
        <Text size="sm" c="dimmed" fs="italic">
          {action === 'resolved' ? own.resolvedBy(name) : own.reopenedBy(name)}
        </Text>
      )}
      {text !== '' && (
        <Text size="sm" className={classes['text']} dir="auto">
          {text}
        </Text>
      )}
      <ConfirmDialog
        isOpened={isAsked}
        title={own.removeTitle}
        text={note.id === thread ? own.removeText : text}
        action={own.remove}
        isBusy={isBusy}
        close={() => setAsked(false)}
        confirm={async () => {
          setBusy(true);
          await notes.remove(thread, note.id);
          setBusy(false);
          setAsked(false);
        }}
      />
    </div>
  );
}
