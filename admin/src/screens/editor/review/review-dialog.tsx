import { Button, Group, Modal, Select, Stack, Textarea } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { ErrorState } from '../../../ui/states.tsx';
import { useOwnWords, useWords } from '../../../words/words.tsx';
import { peopleQuery } from '../notes/notes-api.ts';
import type { SentReview } from './review-api.ts';
import { reviewWords } from './words.ts';

export type AskedReview = 'request' | 'assign' | 'send_back';

interface ReviewDialogProps {
  readonly item: number;
  readonly act: AskedReview;
  /** Who shall review it now. */
  readonly reviewer: number | null;
  readonly send: (sent: SentReview) => Promise<void>;
  readonly close: () => void;
}

/** Asks who shall review, and for a note. */
export function ReviewDialog({ item, act, reviewer, send, close }: ReviewDialogProps) {
  const words = useWords();
  const own = useOwnWords(reviewWords);
  const { data: people = [] } = useQuery(peopleQuery(item, ''));
  const [person, setPerson] = useState(String(reviewer ?? 0));
  const [note, setNote] = useState('');
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const isBack = act === 'send_back';
  const title = isBack ? own.sendBackTitle : act === 'assign' ? own.assignTitle : own.requestTitle;
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    setError(null);
    try {
      await send({ act, ...(isBack ? {} : { reviewer: Number(person) }), note: note.trim() });
    } catch (failure) {
      setError(failure);
    }
    setBusy(false);
  };
  return (
    <Modal opened onClose={close} title={title} centered closeButtonProps={{ 'aria-label': words.common.close }}>
      <form onSubmit={(event) => void submit(event)}>
        <Stack>
          {!isBack && (
            <Select
              label={own.person}
              allowDeselect={false}
              data={[
                { value: '0', label: own.anybody },
                ...people.map(({ id, name }) => ({ value: String(id), label: name })),
              ]}
              value={person}
              onChange={(value) => setPerson(value ?? '0')}
            />
          )}
          <Textarea
            label={isBack ? own.note : own.optionalNote}
            description={own.noteHint}
            autosize
            minRows={3}
            maxRows={12}
            value={note}
            required={isBack}
            onChange={(event) => setNote(event.currentTarget.value)}
          />
          {Boolean(error) && <ErrorState title={own.failed} error={error} />}
          <Group justify="flex-end">
            <Button variant="default" onClick={close}>
              {words.common.cancel}
            </Button>
            <Button type="submit" loading={isBusy} disabled={isBack && note.trim() === ''}>
              {isBack ? own.sendBack : act === 'assign' ? own.assign : own.request}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
