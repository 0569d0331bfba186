import { Button, Group, Paper, Stack, Textarea } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, type KeyboardEvent, useId, useRef, useState } from 'react';
import { useOwnWords, useWords } from '../../../words/words.tsx';
import classes from './notes.module.css';
import { peopleQuery } from './notes-api.ts';
import { noteWords } from './words.ts';

interface NoteFormProps {
  readonly item: number;
  readonly label: string;
  readonly action: string;
  readonly text?: string;
  /** Resolves once it is stored; the form stays as it is where it is not. */
  readonly send: (text: string, mentions: readonly number[]) => Promise<boolean>;
  readonly cancel?: (() => void) | undefined;
  readonly isFocused?: boolean;
}

interface Person {
  readonly id: number;
  readonly name: string;
}

const longest = 20_000;

/** The words of a note. `@` offers people. */
export function NoteForm({ item, label, action, text: first = '', send, cancel, isFocused = false }: NoteFormProps) {
  const words = useWords();
  const own = useOwnWords(noteWords);
  const [text, setText] = useState(first);
  const [isBusy, setBusy] = useState(false);
  const [caret, setCaret] = useState(0);
  const [chosen, setChosen] = useState(0);
  const [closedAt, setClosedAt] = useState<string | null>(null);
  const [mentioned, setMentioned] = useState<readonly Person[]>([]);
  const area = useRef<HTMLTextAreaElement>(null);
  const id = useId();
  const typed = closedAt === text ? null : mentionAt(text, caret);
  const { data: people = [] } = useQuery({ ...peopleQuery(item, typed ?? ''), enabled: typed !== null });
  const isOpened = typed !== null && people.length > 0;
  const at = Math.min(chosen, people.length - 1);

  const mention = (person: Person | undefined) => {
    if (!person || typed === null) return;
    const begin = caret - typed.length;
    const next = `${text.slice(0, begin)}${person.name} ${text.slice(caret)}`;
    setText(next);
    setMentioned([...mentioned, person]);
    const end = begin + person.name.length + 1;
    setCaret(end);
    setClosedAt(next);
    requestAnimationFrame(() => {
      area.current?.focus();
      area.current?.setSelectionRange(end, end);
    });
  };
  const submit = async () => {
    if (text.trim() === '' || isBusy) return;
    setBusy(true);
    const ids = mentioned.filter(({ name }) => text.includes(`@${name}`)).map((person) => person.id);
    const isStored = await send(text.trim(), [...new Set(ids)]);
    setBusy(false);
    if (isStored) setText('');
  };
  const keys = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      void submit();
    } else if (isOpened && (event.key === 'ArrowDown' || event.key === 'ArrowUp')) {
      event.preventDefault();
      setChosen((at + (event.key === 'ArrowDown' ? 1 : people.length - 1)) % people.length);
    } else if (isOpened && (event.key === 'Enter' || event.key === 'Tab')) {
      event.preventDefault();
      mention(people[at]);
    } else if (isOpened && event.key === 'Escape') {
      event.preventDefault();
      event.stopPropagation();
      setClosedAt(text);
    }
  };
  return (
    <form
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        void submit();
      }}
    >
      <Stack gap="xs">
        <div className={classes['field']}>
          <Textarea
            ref={area}
            label={label}
            description={own.mentionHint}
            autosize
            minRows={2}
            maxRows={12}
            maxLength={longest}
            value={text}
            autoFocus={isFocused}
            onChange={(event) => {
              setText(event.currentTarget.value);
              setCaret(event.currentTarget.selectionStart);
              setChosen(0);
            }}
            onSelect={(event) => setCaret(event.currentTarget.selectionStart)}
            onKeyDown={keys}
            aria-autocomplete="list"
            aria-controls={isOpened ? id : undefined}
            aria-activedescendant={isOpened ? `${id}-${at}` : undefined}
          />
          {isOpened && (
            <Paper className={classes['people']} shadow="md" withBorder role="listbox" id={id} aria-label={own.people}>
              {people.map((person, index) => (
                // biome-ignore lint/a11y/useKeyWithClickEvents: the keys go to the text, which passes them on
                <div
                  key={person.id}
                  id={`${id}-${index}`}
                  role="option"
                  tabIndex={-1}
                  aria-selected={index === at}
                  className={classes['person']}
                  onMouseDown={(event) => event.preventDefault()}
                  onClick={() => mention(person)}
                >
                  {person.name}
                </div>
              ))}
            </Paper>
          )}
        </div>
        <Group gap="xs" justify="flex-end">
          {cancel && (
            <Button size="compact-sm" variant="subtle" color="gray" onClick={cancel}>
              {words.common.cancel}
            </Button>
          )}
          <Button size="compact-sm" type="submit" loading={isBusy} disabled={text.trim() === ''}>
            {action}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

/** What was typed behind the last `@` before the cursor; null where nobody is being mentioned. */
function mentionAt(text: string, caret: number): string | null {
  return /(?:^|\s)@([^\s@][^@\n]{0,40}|)$/.exec(text.slice(0, caret))?.[1] ?? null;
}
