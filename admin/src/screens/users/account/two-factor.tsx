import { Alert, Badge, Button, Group, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { ShieldCheck } from 'lucide-react';
import { useState } from 'react';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { LoadStates } from '../../../ui/list-states.tsx';
import { notifyDone } from '../../../ui/notify.tsx';
import { useDates, useOwnWords, useWords } from '../../../words/words.tsx';
import { gmtMoment } from './moment.ts';
import { Section } from './section.tsx';
import { type TwoFactorState, twoFactorApi } from './two-factor-api.ts';
import { NewCodesDialog, SwitchOffDialog, SwitchOnDialog } from './two-factor-dialogs.tsx';
import { accountWords } from './words.ts';

const few = 3;

interface TwoFactorProps {
  readonly userId: number;
  readonly userName: string;
  readonly isOwn: boolean;
}

/** The second factor of an account: everybody's own affair, except for resetting it. */
export function TwoFactor({ userId, userName, isOwn }: TwoFactorProps) {
  const { twoFactor: words } = useOwnWords(accountWords);
  const state = useQuery({
    queryKey: ['users', 'two-factor', userId],
    queryFn: ({ signal }) => twoFactorApi.state(userId, signal),
  });
  const badge = state.data && (
    <Badge color={state.data.enabled ? 'green' : 'gray'}>{state.data.enabled ? words.on : words.off}</Badge>
  );
  return (
    <Section title={words.title} text={words.text} badge={badge}>
      <LoadStates query={state} rows={1} />
      {state.data?.enabled && <Facts state={state.data} isOwn={isOwn} />}
      {state.data &&
        (isOwn ? (
          <OwnActions state={state.data} />
        ) : (
          <OthersActions state={state.data} userId={userId} userName={userName} />
        ))}
    </Section>
  );
}

function Facts({ state, isOwn }: { readonly state: TwoFactorState; readonly isOwn: boolean }) {
  const { twoFactor: words } = useOwnWords(accountWords);
  const dates = useDates();
  const left = state.recovery_codes_left;
  return (
    <>
      <Text size="sm">
        {state.enabled_on && `${words.since(dates.day(gmtMoment(state.enabled_on)))}. `}
        {words.codesLeft(left)}
      </Text>
      {isOwn && left <= few && (
        <Alert color="yellow" role="status">
          {words.fewCodes}
        </Alert>
      )}
    </>
  );
}

function OwnActions({ state }: { readonly state: TwoFactorState }) {
  const { twoFactor: words } = useOwnWords(accountWords);
  const [open, setOpen] = useState<'on' | 'off' | 'codes' | null>(null);
  const client = useQueryClient();
  const close = () => {
    setOpen(null);
    void client.invalidateQueries({ queryKey: ['users', 'two-factor'] });
  };
  return (
    <Group>
      {state.enabled ? (
        <>
          <Button variant="default" onClick={() => setOpen('codes')}>
            {words.newCodes}
          </Button>
          <Button variant="subtle" color="red" onClick={() => setOpen('off')}>
            {words.turnOff}
          </Button>
        </>
      ) : (
        <Button leftSection={<ShieldCheck size={18} aria-hidden />} onClick={() => setOpen('on')}>
          {words.turnOn}
        </Button>
      )}
      {open === 'on' && <SwitchOnDialog close={close} />}
      {open === 'codes' && <NewCodesDialog close={close} />}
      {open === 'off' && <SwitchOffDialog close={close} />}
    </Group>
  );
}

function OthersActions({
  state,
  userId,
  userName,
}: Omit<TwoFactorProps, 'isOwn'> & { readonly state: TwoFactorState }) {
  const all = useWords();
  const { twoFactor: words } = useOwnWords(accountWords);
  const client = useQueryClient();
  const [isAsking, setAsking] = useState(false);
  const reset = useMutation({
    mutationFn: () => twoFactorApi.reset(userId),
    onSuccess: async () => {
      notifyDone(all, words.wasReset);
      setAsking(false);
      await client.invalidateQueries({ queryKey: ['users', 'two-factor', userId] });
    },
  });
  if (!state.enabled) return <Text size="sm">{words.nobodyElse}</Text>;
  return (
    <Group>
      <Button variant="default" onClick={() => setAsking(true)}>
        {words.reset}
      </Button>
      <ConfirmDialog
        isOpened={isAsking}
        title={words.reset}
        text={words.resetText(userName)}
        action={words.turnOff}
        isBusy={reset.isPending}
        error={reset.error}
        confirm={() => reset.mutate()}
        close={() => setAsking(false)}
      />
    </Group>
  );
}
