import { ActionIcon, Button, Group, Stack, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { KeyRound, Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { api } from '../../../api/api.ts';
import type { ApplicationPasswordEdit } from '../../../api/interface.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { LoadStates } from '../../../ui/list-states.tsx';
import { notifyDone } from '../../../ui/notify.tsx';
import { useDates, useOwnWords, useWords } from '../../../words/words.tsx';
import { gmtMoment } from './moment.ts';
import { NewPasswordDialog, RenameDialog } from './password-dialogs.tsx';
import { Section } from './section.tsx';
import { accountWords } from './words.ts';

const path = '/platen/v1/users/{user_id}/application-passwords';

type Open =
  | { readonly kind: 'new' | 'revokeAll' }
  | { readonly kind: 'rename' | 'revoke'; readonly one: ApplicationPasswordEdit };

/** The passwords of programs. */
export function ApplicationPasswords({ userId }: { readonly userId: number }) {
  const { programs: words } = useOwnWords(accountWords);
  const [open, setOpen] = useState<Open | null>(null);
  const close = () => setOpen(null);
  const list = useQuery({
    queryKey: ['users', 'passwords', userId],
    queryFn: ({ signal }) => api.get(path, { user_id: userId }, signal),
  });
  const all = list.data ?? [];
  return (
    <Section title={words.title} text={words.text}>
      <LoadStates query={list} rows={2} />
      {list.data && all.length === 0 && <Text size="sm">{words.empty}</Text>}
      {all.length > 0 && (
        <Stack component="ul" gap="sm" m={0} p={0} style={{ listStyle: 'none' }} aria-label={words.title}>
          {all.map((one) => (
            <PasswordRow key={one.uuid} one={one} open={(kind) => setOpen({ kind, one })} />
          ))}
        </Stack>
      )}
      <Group>
        <Button
          variant="default"
          leftSection={<KeyRound size={18} aria-hidden />}
          onClick={() => setOpen({ kind: 'new' })}
        >
          {words.new}
        </Button>
        {all.length > 1 && (
          <Button variant="subtle" color="red" onClick={() => setOpen({ kind: 'revokeAll' })}>
            {words.revokeAll}
          </Button>
        )}
      </Group>
      {open?.kind === 'new' && <NewPasswordDialog userId={userId} close={close} />}
      {open?.kind === 'rename' && <RenameDialog userId={userId} one={open.one} close={close} />}
      {open?.kind === 'revoke' && <RevokeDialog userId={userId} one={open.one} close={close} />}
      {open?.kind === 'revokeAll' && <RevokeAllDialog userId={userId} close={close} />}
    </Section>
  );
}

interface PasswordRowProps {
  readonly one: ApplicationPasswordEdit;
  readonly open: (kind: 'rename' | 'revoke') => void;
}

function PasswordRow({ one, open }: PasswordRowProps) {
  const { programs: words } = useOwnWords(accountWords);
  const dates = useDates();
  return (
    <Group component="li" justify="space-between" wrap="nowrap" align="flex-start">
      <div style={{ minWidth: 0 }}>
        <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
          {one.name}
        </Text>
        <Text size="xs" c="dimmed">
          {words.created(dates.day(gmtMoment(one.created)))}
          {' · '}
          {one.last_used === null
            ? words.neverUsed
            : words.used(dates.minute(gmtMoment(one.last_used)), one.last_ip ?? '?')}
        </Text>
      </div>
      <Group gap={4} wrap="nowrap">
        <ActionIcon
          variant="subtle"
          color="gray"
          size="lg"
          aria-label={words.rename(one.name)}
          onClick={() => open('rename')}
        >
          <Pencil size={18} aria-hidden />
        </ActionIcon>
        <ActionIcon
          variant="subtle"
          color="red"
          size="lg"
          aria-label={words.revokeOne(one.name)}
          onClick={() => open('revoke')}
        >
          <Trash2 size={18} aria-hidden />
        </ActionIcon>
      </Group>
    </Group>
  );
}

interface DialogProps {
  readonly userId: number;
  readonly close: () => void;
}

function RevokeDialog({ userId, one, close }: DialogProps & { readonly one: ApplicationPasswordEdit }) {
  const all = useWords();
  const { programs: words } = useOwnWords(accountWords);
  const client = useQueryClient();
  const revoke = useMutation({
    mutationFn: () => api.delete(`${path}/{uuid}`, { user_id: userId, uuid: one.uuid }),
    onSuccess: async () => {
      notifyDone(all, words.revoked(one.name));
      close();
      await client.invalidateQueries({ queryKey: ['users', 'passwords', userId] });
    },
  });
  return (
    <ConfirmDialog
      isOpened
      title={words.revokeOne(one.name)}
      text={words.revokeText(one.name)}
      action={words.revoke}
      isBusy={revoke.isPending}
      error={revoke.error}
      confirm={() => revoke.mutate()}
      close={close}
    />
  );
}

function RevokeAllDialog({ userId, close }: DialogProps) {
  const all = useWords();
  const { programs: words } = useOwnWords(accountWords);
  const client = useQueryClient();
  const revoke = useMutation({
    mutationFn: async () => {
      const answer = await api.delete(path, { user_id: userId });
      // Removing the whole list answers with how many there were.
      return answer.count;
    },
    onSuccess: async (count) => {
      notifyDone(all, words.allRevoked(count));
      close();
      await client.invalidateQueries({ queryKey: ['users', 'passwords', userId] });
    },
  });
  return (
    <ConfirmDialog
      isOpened
      title={words.revokeAll}
      text={words.revokeAllText}
      action={words.revoke}
      isBusy={revoke.isPending}
      error={revoke.error}
      confirm={() => revoke.mutate()}
      close={close}
    />
  );
}
