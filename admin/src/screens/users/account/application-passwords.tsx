import { ActionIcon, Button, Group, Stack, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { KeyRound, Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { api } from '../../../api/api.ts';
import type { ApplicationPasswordEdit } from '../../../api/interface.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { LoadStates } from '../../../ui/list-states.tsx';
import { notifyDone } from '../../../ui/notify.tsx';
import { useOwnWords, useWords } from '../../../words/words.tsx';
import { NewPasswordDialog, RenameDialog } from './password-dialogs.tsx';
import { PasswordRow } from './password-row.tsx';
import { RevokeDialog } from './revoke-dialog.tsx';
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
            <PasswordRow key={one.uuid} one={one}>
              <ActionIcon
                variant="subtle"
                color="gray"
                size="lg"
                aria-label={words.rename(one.name)}
                onClick={() => setOpen({ kind: 'rename', one })}
              >
                <Pencil size={18} aria-hidden />
              </ActionIcon>
              <ActionIcon
                variant="subtle"
                color="red"
                size="lg"
                aria-label={words.revokeOne(one.name)}
                onClick={() => setOpen({ kind: 'revoke', one })}
              >
                <Trash2 size={18} aria-hidden />
              </ActionIcon>
            </PasswordRow>
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

interface DialogProps {
  readonly userId: number;
  readonly close: () => void;
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
