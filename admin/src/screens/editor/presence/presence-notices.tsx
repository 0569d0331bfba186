import { Alert, Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { notifyDone, notifyFailed } from '../../../ui/notify.tsx';
import { ErrorState } from '../../../ui/states.tsx';
import { useOwnWords, useWords } from '../../../words/words.tsx';
import { addresses } from '../../content/content-kind.ts';
import { sendAutosave } from '../autosave.ts';
import type { EditorKind } from '../editor-kind.ts';
import { writtenOf } from '../fields.ts';
import type { Editing } from '../use-editing.ts';
import type { PresenceAct } from './presence-api.ts';
import { usePresence } from './use-presence.ts';
import { presenceWords } from './words.ts';

interface PresenceNoticesProps {
  readonly kind: EditorKind;
  readonly editing: Editing;
}

const answerWithinMs = 21_000;

/** Who else has the item open, whose turn it is, and how it is handed over. */
export function PresenceNotices({ kind, editing }: PresenceNoticesProps) {
  const words = useWords();
  const own = useOwnWords(presenceWords);
  const navigate = useNavigate();
  const { presence, askedAt, act } = usePresence(editing.id);
  const [kept, setKept] = useState<'kept' | 'nothing' | 'failed' | null>(null);
  const [handing, setHanding] = useState<Handing>(notHanding);
  const [isTakenSeen, setTakenSeen] = useState(false);
  const hadAsked = useRef(false);
  const hasAnswered = useRef(false);

  /** Keeps what only this page has; the server then has it as the autosave of this account. */
  const keepText = async (): Promise<'kept' | 'nothing'> => {
    if (editing.id === null || !editing.isChanged) return 'nothing';
    await sendAutosave(editing.id, writtenOf(editing.fields, editing.stored));
    return 'kept';
  };
  const tryTo = async (what: PresenceAct) => {
    try {
      await act(what);
    } catch (error) {
      notifyFailed(words, own.notAsked, error);
    }
  };
  const handOver = async () => {
    setHanding({ ...notHanding, isBusy: true });
    let title = own.textNotKept;
    try {
      await keepText();
      title = own.notHandedOver;
      await act('hand_over');
      setHanding(notHanding);
    } catch (error) {
      setHanding({ isBusy: false, failed: { title, error } });
    }
  };
  const decline = () => {
    hasAnswered.current = true;
    void tryTo('decline');
  };

  const takenBy = presence?.taken_by ?? null;
  const isTaken = takenBy !== null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when somebody took over
  useEffect(() => {
    if (!isTaken) {
      setTakenSeen(false);
      setKept(null);
      return;
    }
    void keepText().then(setKept, () => setKept('failed'));
  }, [isTaken]);

  const holds = presence?.holds === true;
  if (askedAt !== null) hadAsked.current = true;
  else if (!holds) hadAsked.current = false;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it becomes the turn of this page
  useEffect(() => {
    if (!holds || !hadAsked.current) return;
    hadAsked.current = false;
    // What the other one saved is shown before anything is written on.
    if (!editing.isChanged) window.location.reload();
    else notifyDone(words, own.yourTurn);
  }, [holds]);

  const askedBy = (holds && presence?.asked_by) || null;
  const isAsked = askedBy !== null;
  // Dialogs still show the name while they close.
  const asker = useLast(askedBy?.name);
  const taker = useLast(takenBy?.name);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when somebody asks or does not ask any more
  useEffect(() => {
    if (isAsked) {
      hasAnswered.current = false;
      setHanding(notHanding);
    } else if (asker !== '' && holds && !hasAnswered.current) notifyDone(words, own.askerLeft(asker));
  }, [isAsked]);

  if (!presence) return null;
  const holder = presence.others.find((one) => one.holds);
  const names = [...new Set(presence.others.map(({ name }) => name))].join(', ');
  return (
    <>
      {!holds && holder && (
        <Alert mb="md" color="yellow" role="status">
          <Group gap="xs">
            <Text size="sm">
              {presence.declined ? own.declined(holder.name) : own.editedBy(holder.name)} {own.mayMeet}
            </Text>
            <Asking askedAt={askedAt} name={holder.name} ask={() => tryTo('ask')} take={() => tryTo('take')} />
          </Group>
        </Alert>
      )}
      {!holds && !holder && presence.elsewhere && (
        <Alert mb="md" color="yellow" role="status">
          <Group gap="xs">
            <Text size="sm">
              {own.editedElsewhere(presence.elsewhere.name)} {own.mayMeet}
            </Text>
            <Button size="compact-sm" variant="default" onClick={() => void tryTo('take')}>
              {own.take}
            </Button>
          </Group>
        </Alert>
      )}
      {holds && names !== '' && (
        <Text size="sm" c="dimmed" mb="xs" role="status">
          {own.alsoHere(names)}
        </Text>
      )}
      <Modal
        opened={isAsked}
        onClose={decline}
        title={own.asksTitle(asker)}
        centered
        closeButtonProps={{ 'aria-label': words.common.close }}
      >
        <Stack>
          <Text size="sm">{own.asksText}</Text>
          {handing.failed && <ErrorState title={handing.failed.title} error={handing.failed.error} />}
          <Group justify="flex-end">
            <Button variant="default" onClick={decline} disabled={handing.isBusy} data-autofocus>
              {own.notNow}
            </Button>
            <Button onClick={() => void handOver()} loading={handing.isBusy}>
              {own.handOver}
            </Button>
          </Group>
        </Stack>
      </Modal>
      <Modal
        opened={isTaken && !isTakenSeen && kept !== null}
        onClose={() => setTakenSeen(true)}
        title={own.takenTitle(taker)}
        centered
        closeButtonProps={{ 'aria-label': words.common.close }}
      >
        <Stack>
          <Text size="sm">{kept === 'kept' ? own.takenKept : kept === 'failed' ? own.notKept : own.takenNothing}</Text>
          <Group justify="flex-end">
            <Button variant="default" onClick={() => setTakenSeen(true)}>
              {own.stay}
            </Button>
            <Button
              disabled={kept === 'failed'}
              onClick={() => void navigate({ to: addresses.list(kind), ignoreBlocker: true })}
            >
              {own.toList}
            </Button>
          </Group>
        </Stack>
      </Modal>
    </>
  );
}

interface Handing {
  readonly isBusy: boolean;
  /** Why it did not work; null where it was not tried. */
  readonly failed: { readonly title: string; readonly error: unknown } | null;
}

const notHanding: Handing = { isBusy: false, failed: null };

/** A name, or the last one there was. */
function useLast(name: string | undefined): string {
  const last = useRef('');
  last.current = name ?? last.current;
  return last.current;
}

interface AskingProps {
  readonly askedAt: number | null;
  readonly name: string;
  readonly ask: () => Promise<void>;
  readonly take: () => Promise<void>;
}

/** The question whether one may take over, and what can be done where nobody answers. */
function Asking({ askedAt, name, ask, take }: AskingProps) {
  const own = useOwnWords(presenceWords);
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    if (askedAt === null) return;
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, [askedAt]);
  if (askedAt === null)
    return (
      <Button size="compact-sm" variant="default" onClick={() => void ask()}>
        {own.ask}
      </Button>
    );
  const rest = Math.ceil((askedAt + answerWithinMs - now) / 1000);
  if (rest > 0)
    return (
      <Text size="sm">
        {own.asked(name)} {own.takeIn(rest)}
      </Text>
    );
  return (
    <Button size="compact-sm" variant="default" onClick={() => void take()}>
      {own.take}
    </Button>
  );
}
