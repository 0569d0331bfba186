import { Alert, Button, Checkbox, Code, Group, Modal, Select, Stack, Text, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../../api/api.ts';
import type { ApplicationPasswordEdit } from '../../../api/interface.ts';
import { Refused } from '../../../api/refused.ts';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { useOwnWords, useWords } from '../../../words/words.tsx';
import { accountWords } from './words.ts';

const path = '/platen/v1/users/{user_id}/application-passwords';

interface DialogProps {
  readonly userId: number;
  readonly close: () => void;
}

type Scope = NonNullable<ApplicationPasswordEdit['scopes']>[number];

const allScopes: readonly Scope[] = [
  ...(['read', 'propose', 'content', 'publish', 'media', 'comments', 'users', 'settings'] as const),
];

const dayMs = 86_400_000;
const inDays = (days: number): string => new Date(Date.now() + days * dayMs).toISOString().slice(0, 19);

/** Asks for a name and limits, then shows the password once. */
export function NewPasswordDialog({ userId, close }: DialogProps) {
  const { programs: words } = useOwnWords(accountWords);
  const client = useQueryClient();
  const [name, setName] = useState('');
  const [isLimited, setLimited] = useState(false);
  const [scopes, setScopes] = useState<readonly Scope[]>(['read']);
  const [days, setDays] = useState<string | null>(null);
  const make = useMutation({
    mutationFn: async () => {
      const limits = {
        ...(isLimited ? { scopes: [...scopes] } : {}),
        ...(days === null ? {} : { expires: inDays(Number(days)) }),
      };
      const made = await api.post(path, { user_id: userId, name, ...limits });
      // Whoever makes one is shown it as editors see it, with the password.
      return (made as ApplicationPasswordEdit).password;
    },
    onSuccess: () => client.invalidateQueries({ queryKey: ['users', 'passwords', userId] }),
  });
  if (make.data !== undefined) return <MadePassword name={name} password={make.data} close={close} />;
  const refusals = make.error instanceof Refused ? make.error.fields : {};
  return (
    <FormDialog title={words.new} submit={words.make} saving={make} close={close}>
      <TextInput
        label={words.name}
        description={words.nameHint}
        required
        maxLength={200}
        autoComplete="off"
        value={name}
        error={refusals['name']}
        onChange={(event) => setName(event.currentTarget.value)}
        data-autofocus
      />
      <Checkbox
        label={words.limit}
        description={words.limitHint}
        checked={isLimited}
        onChange={(event) => setLimited(event.currentTarget.checked)}
      />
      {isLimited && (
        <Checkbox.Group
          label={words.scopes}
          value={[...scopes]}
          onChange={(chosen) => setScopes(allScopes.filter((scope) => chosen.includes(scope)))}
          error={refusals['scopes'] ?? (scopes.length === 0 ? words.noScope : undefined)}
        >
          <Stack gap={6} mt={4}>
            {allScopes.map((scope) => (
              <Checkbox
                key={scope}
                value={scope}
                label={words.scopeNames[scope]}
                description={words.scopeTexts[scope]}
              />
            ))}
          </Stack>
        </Checkbox.Group>
      )}
      <Select
        label={words.ends}
        placeholder={words.never}
        data={['7', '30', '90', '365'].map((value) => ({ value, label: words.afterDays(Number(value)) }))}
        value={days}
        onChange={setDays}
        clearable
      />
    </FormDialog>
  );
}

interface MadePasswordProps {
  readonly name: string;
  readonly password: string;
  readonly close: () => void;
}

function MadePassword({ name, password, close }: MadePasswordProps) {
  const all = useWords();
  const { programs: words } = useOwnWords(accountWords);
  return (
    <Modal
      opened
      onClose={close}
      title={words.made(name)}
      // A click beside it must not lose what is shown only once.
      closeOnClickOutside={false}
      closeButtonProps={{ 'aria-label': all.common.close }}
    >
      <Stack>
        <Alert color="sea" role="status">
          <Text size="sm">{words.onceOnly}</Text>
        </Alert>
        <Code block aria-label={words.password} fz="lg" ta="center" style={{ whiteSpace: 'normal' }}>
          {password}
        </Code>
        <Group justify="flex-end">
          <CopyButton value={password} label={words.copy} data-autofocus />
          <Button onClick={close}>{words.done}</Button>
        </Group>
      </Stack>
    </Modal>
  );
}

export function RenameDialog({ userId, one, close }: DialogProps & { readonly one: ApplicationPasswordEdit }) {
  const all = useWords();
  const { programs: words } = useOwnWords(accountWords);
  const client = useQueryClient();
  const [name, setName] = useState(one.name);
  const save = useMutation({
    mutationFn: () => api.post(`${path}/{uuid}`, { user_id: userId, uuid: one.uuid, name }),
    onSuccess: async () => {
      close();
      await client.invalidateQueries({ queryKey: ['users', 'passwords', userId] });
    },
  });
  const refusals = save.error instanceof Refused ? save.error.fields : {};
  return (
    <FormDialog title={words.renameTitle} submit={all.common.save} saving={save} close={close}>
      <TextInput
        label={words.name}
        required
        maxLength={200}
        autoComplete="off"
        value={name}
        error={refusals['name']}
        onChange={(event) => setName(event.currentTarget.value)}
        data-autofocus
      />
    </FormDialog>
  );
}
