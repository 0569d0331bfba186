import { Button, Checkbox, Group, Stack, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../api/api.ts';
import { Refused } from '../../api/refused.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { notifyDone } from '../../ui/notify.tsx';
import { ErrorState } from '../../ui/states.tsx';
import { useOwnWords, useWords } from '../../words/words.tsx';
import { AccountSelect } from './account-select.tsx';
import type { PersonAsked } from './person-asked.ts';
import { privacyWords } from './words.ts';

interface PersonFormsProps {
  readonly asked: PersonAsked;
  readonly hasAccount: boolean;
  readonly begun: () => Promise<void>;
}

/** Exports or erases a person, for a stated reason or when they confirm it. */
export function PersonForms({ asked, hasAccount, begun }: PersonFormsProps) {
  const words = useWords();
  const own = useOwnWords(privacyWords);
  const [reason, setReason] = useState('');
  const [isByMail, setByMail] = useState(false);
  const [heir, setHeir] = useState<string | null>(null);
  const [removesUploads, setRemovesUploads] = useState(false);
  const [isAsking, setAsking] = useState(false);
  const begin = useMutation({
    mutationFn: (action: 'export' | 'erase') =>
      api.post('/platen/v1/personal-data', {
        ...asked,
        action,
        reason,
        by_mail: isByMail,
        reassign: Number(heir ?? 0),
        uploads: removesUploads ? 'remove' : 'reassign',
      }),
    onSuccess: async () => {
      setAsking(false);
      notifyDone(words, isByMail ? own.mailed : own.started);
      await begun();
    },
    onError: () => setAsking(false),
  });
  const refusals = begin.error instanceof Refused ? begin.error.fields : {};
  const isReady = isByMail || reason.trim() !== '';
  return (
    <Stack gap="sm">
      <Checkbox label={own.byMail} checked={isByMail} onChange={(event) => setByMail(event.currentTarget.checked)} />
      {!isByMail && (
        <TextInput
          label={own.reason}
          description={own.reasonHint}
          value={reason}
          error={refusals['reason']}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
      )}
      {hasAccount && (
        <>
          <AccountSelect label={own.reassign} value={heir} onChange={setHeir} />
          <Checkbox
            label={own.removeUploads}
            checked={removesUploads}
            onChange={(event) => setRemovesUploads(event.currentTarget.checked)}
          />
        </>
      )}
      {begin.isError && <ErrorState title={words.states.notSaved} error={begin.error} />}
      <Group>
        <Button disabled={!isReady} loading={begin.isPending} onClick={() => begin.mutate('export')}>
          {own.export}
        </Button>
        <Button color="red" variant="outline" disabled={!isReady} onClick={() => setAsking(true)}>
          {own.erase}
        </Button>
      </Group>
      <ConfirmDialog
        isOpened={isAsking}
        title={own.eraseTitle}
        text={own.eraseText}
        action={own.erase}
        isBusy={begin.isPending}
        confirm={() => begin.mutate('erase')}
        close={() => setAsking(false)}
      />
    </Stack>
  );
}
