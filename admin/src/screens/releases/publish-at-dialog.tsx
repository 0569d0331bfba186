import { TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { useOwnWords } from '../../words/words.tsx';
import { completeDate } from '../editor/save-plan.ts';
import { useSiteClock } from '../editor/use-site-clock.ts';
import { releaseWords } from './words.ts';

interface PublishAtDialogProps {
  /** The time that is set already. */
  readonly date: string | null;
  readonly plan: (date: string) => Promise<unknown>;
  readonly done: () => unknown;
  readonly close: () => void;
}

/** Asks when something is to be published by itself, in the time of the site. */
export function PublishAtDialog({ date, plan, done, close }: PublishAtDialogProps) {
  const own = useOwnWords(releaseWords);
  const clock = useSiteClock();
  const [chosen, setChosen] = useState(date ?? '');
  const saving = useMutation({ mutationFn: () => plan(completeDate(chosen)), onSuccess: done });
  return (
    <FormDialog title={own.publishAtTitle} submit={own.plan} saving={saving} close={close}>
      <TextInput
        type="datetime-local"
        label={own.date}
        description={clock.zone === '' ? undefined : own.zone(clock.zone)}
        required
        min={clock.now().slice(0, 16)}
        value={chosen}
        onChange={(event) => setChosen(event.currentTarget.value)}
        data-autofocus
      />
    </FormDialog>
  );
}
