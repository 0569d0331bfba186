import { Button, Checkbox, Code, Group, Modal, NumberInput, Select, Stack, Text, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../api/api.ts';
import { Refused } from '../../api/refused.ts';
import { start } from '../../app/start.ts';
import { CopyButton } from '../../ui/copy-button.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { useOwnWords, useWords } from '../../words/words.tsx';
import { peopleWords } from './people-words.ts';
import { useRoleChoices } from './use-roles.ts';

/** An invitation as its routes show it. */
export interface Invitation {
  readonly id: number;
  readonly email: string;
  readonly role: string;
  readonly role_name: string;
  readonly expires: string;
  readonly expired: boolean;
  readonly mailed: string | null;
}

export interface MadeInvitation extends Invitation {
  readonly link: string;
}

const usualDays = 7;

/** Asks whom to invite as what, then shows the link. */
export function InviteDialog({ close }: { readonly close: () => void }) {
  const { invitations: words } = useOwnWords(peopleWords);
  const client = useQueryClient();
  const choices = useRoleChoices({ toGive: true });
  const [email, setEmail] = useState('');
  const [role, setRole] = useState('author');
  const [days, setDays] = useState<number | string>(usualDays);
  const [isMailed, setMailed] = useState(start.canSendMail);
  const save = useMutation({
    mutationFn: async () =>
      (await api.post('/platen/v1/invitations', { email, role, days: Number(days), mail: isMailed })) as MadeInvitation,
    onSuccess: () => client.invalidateQueries({ queryKey: ['invitations'] }),
  });
  if (save.data) return <InvitationLink made={save.data} close={close} />;
  const refusals = save.error instanceof Refused ? save.error.fields : {};
  return (
    <FormDialog title={words.inviteTitle} submit={words.send} saving={save} close={close}>
      <TextInput
        label={words.email}
        type="email"
        required
        autoComplete="off"
        value={email}
        error={refusals['email']}
        onChange={(event) => setEmail(event.currentTarget.value)}
        data-autofocus
      />
      <Select
        label={words.role}
        data={choices}
        allowDeselect={false}
        value={role}
        onChange={(value) => value && setRole(value)}
      />
      <NumberInput label={words.days} required min={1} max={90} allowDecimal={false} value={days} onChange={setDays} />
      {start.canSendMail ? (
        <Checkbox label={words.mail} checked={isMailed} onChange={(event) => setMailed(event.currentTarget.checked)} />
      ) : (
        <Text size="sm">{words.noMail}</Text>
      )}
    </FormDialog>
  );
}

/** The link, which is shown once. */
export function InvitationLink({ made, close }: { readonly made: MadeInvitation; readonly close: () => void }) {
  const all = useWords();
  const { invitations: words } = useOwnWords(peopleWords);
  return (
    <Modal
      opened
      onClose={close}
      title={words.linkTitle(made.email)}
      // A click beside it must not lose what is shown only once.
      closeOnClickOutside={false}
      closeButtonProps={{ 'aria-label': all.common.close }}
    >
      <Stack>
        <Text size="sm">
          {words.linkText} {made.mailed !== null && words.mailed}
        </Text>
        <Code block style={{ whiteSpace: 'normal', overflowWrap: 'anywhere' }}>
          {made.link}
        </Code>
        <Group justify="flex-end">
          <CopyButton value={made.link} label={words.copy} data-autofocus />
          <Button onClick={close}>{words.done}</Button>
        </Group>
      </Stack>
    </Modal>
  );
}
