import { Badge, Button, Group, List, PasswordInput, Stack, Text, TextInput } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { KeyRound } from 'lucide-react';
import { useState } from 'react';
import { api } from '../../../api/api.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { LoadStates } from '../../../ui/list-states.tsx';
import { notifyDone } from '../../../ui/notify.tsx';
import { useDates, useOwnWords, useWords } from '../../../words/words.tsx';
import { deviceOf } from './device.ts';
import { gmtMoment } from './moment.ts';
import { Section } from './section.tsx';
import { PasskeysOnlyDialog } from './two-factor-dialogs.tsx';
import { accountWords } from './words.ts';

/** The answers of these routes have no resource, so that their types are stated here. */
interface Passkey {
  readonly id: number;
  readonly name: string;
  readonly created: string;
  readonly last_used: string | null;
  readonly synced: boolean;
}

interface PasskeyList {
  readonly available: boolean;
  readonly passkeys: readonly Passkey[];
}

const path = '/platen/v1/users/{user_id}/passkeys';

interface PasskeysProps {
  readonly userId: number;
  readonly isOwn: boolean;
}

/** The passkeys of an account: its owner adds and names them, and whoever may edit it removes them. */
export function Passkeys({ userId, isOwn }: PasskeysProps) {
  const { passkeys: words } = useOwnWords(accountWords);
  const [open, setOpen] = useState<'add' | 'second' | null>(null);
  const client = useQueryClient();
  const list = useQuery({
    queryKey: ['users', 'passkeys', userId],
    queryFn: async ({ signal }) => (await api.get(path, { user_id: userId }, signal)) as PasskeyList,
  });
  const { available = false, passkeys = [] } = list.data ?? {};
  const canAdd = available && typeof window.PublicKeyCredential === 'function';
  const close = () => {
    setOpen(null);
    void client.invalidateQueries({ queryKey: ['users'] });
  };
  return (
    <Section title={words.title} text={words.text}>
      <LoadStates query={list} rows={1} />
      {list.data && passkeys.length === 0 && <Text size="sm">{words.empty}</Text>}
      {passkeys.length > 0 && (
        <List
          listStyleType="none"
          spacing="sm"
          styles={{ itemWrapper: { width: '100%' }, itemLabel: { width: '100%' } }}
        >
          {passkeys.map((passkey) => (
            <List.Item key={passkey.id}>
              <Row passkey={passkey} userId={userId} isOwn={isOwn} />
            </List.Item>
          ))}
        </List>
      )}
      {isOwn && list.data && !canAdd && (
        <Text size="sm" c="dimmed">
          {words.unavailable}
        </Text>
      )}
      {isOwn && canAdd && (
        <Group>
          <Button leftSection={<KeyRound size={18} aria-hidden />} onClick={() => setOpen('add')}>
            {words.add}
          </Button>
          {passkeys.length > 0 && <SecondFactor userId={userId} open={() => setOpen('second')} />}
        </Group>
      )}
      {open === 'add' && <AddDialog close={close} />}
      {open === 'second' && <PasskeysOnlyDialog close={close} />}
    </Section>
  );
}

/** Offers passkeys as the second factor where there is none. */
function SecondFactor({ userId, open }: { readonly userId: number; readonly open: () => void }) {
  const { passkeys: words } = useOwnWords(accountWords);
  const state = useQuery({
    queryKey: ['users', 'two-factor', userId],
    queryFn: async ({ signal }) =>
      (await api.get('/platen/v1/users/{user_id}/two-factor', { user_id: userId }, signal)) as { enabled: boolean },
  });
  if (!state.data || state.data.enabled) return null;
  return (
    <Button variant="default" onClick={open}>
      {words.asSecond}
    </Button>
  );
}

function Row({ passkey, userId, isOwn }: PasskeysProps & { readonly passkey: Passkey }) {
  const all = useWords();
  const { passkeys: words } = useOwnWords(accountWords);
  const dates = useDates();
  const client = useQueryClient();
  const [open, setOpen] = useState<'rename' | 'remove' | null>(null);
  const { id, name, created, last_used: used, synced } = passkey;
  const refresh = () => client.invalidateQueries({ queryKey: ['users', 'passkeys'] });
  const remove = useMutation({
    mutationFn: () => api.delete(`${path}/{passkey}`, { user_id: userId, passkey: id }),
    onSuccess: async () => {
      notifyDone(all, words.removed(name));
      setOpen(null);
      await refresh();
    },
  });
  return (
    <Group justify="space-between" align="flex-start">
      <div>
        <Group gap="xs">
          <Text fw={600}>{name}</Text>
          {synced && <Badge color="gray">{words.synced}</Badge>}
        </Group>
        <Text size="sm" c="dimmed">
          {words.created(dates.day(gmtMoment(created)))} ·{' '}
          {used ? words.used(dates.minute(gmtMoment(used))) : words.neverUsed}
        </Text>
      </div>
      <Group gap="xs">
        {isOwn && (
          <Button
            size="compact-sm"
            variant="default"
            aria-label={words.renameOne(name)}
            onClick={() => setOpen('rename')}
          >
            {words.rename}
          </Button>
        )}
        <Button
          size="compact-sm"
          variant="subtle"
          color="red"
          aria-label={words.removeOne(name)}
          onClick={() => setOpen('remove')}
        >
          {words.remove}
        </Button>
      </Group>
      {open === 'rename' && <RenameDialog passkey={passkey} close={() => void refresh().then(() => setOpen(null))} />}
      <ConfirmDialog
        isOpened={open === 'remove'}
        title={words.removeOne(name)}
        text={words.removeText}
        action={words.remove}
        isBusy={remove.isPending}
        error={remove.error}
        confirm={() => remove.mutate()}
        close={() => setOpen(null)}
      />
    </Group>
  );
}

function RenameDialog({ passkey, close }: { readonly passkey: Passkey; readonly close: () => void }) {
  const all = useWords();
  const { passkeys: words } = useOwnWords(accountWords);
  const [name, setName] = useState(passkey.name);
  const save = useMutation({
    mutationFn: () => api.post(`${path}/{passkey}`, { user_id: 'me', passkey: passkey.id, name }),
    onSuccess: close,
  });
  return (
    <FormDialog title={words.renameOne(passkey.name)} submit={all.common.save} saving={save} close={close}>
      <TextInput
        label={words.name}
        required
        maxLength={100}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
        data-autofocus
      />
    </FormDialog>
  );
}

/** Password and name, then the browser asks for the passkey. */
function AddDialog({ close }: { readonly close: () => void }) {
  const all = useWords();
  const { passkeys: words, twoFactor } = useOwnWords(accountWords);
  const [password, setPassword] = useState('');
  const [name, setName] = useState(() => {
    const { browser, system } = deviceOf(navigator.userAgent);
    return system ?? browser ?? words.unknown;
  });
  const save = useMutation({
    mutationFn: async () => {
      const { options } = (await api.post(`${path}/options`, { user_id: 'me', password })) as {
        options: PublicKeyCredentialCreationOptionsJSON;
      };
      const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options);
      const made = await navigator.credentials.create({ publicKey });
      if (!(made instanceof PublicKeyCredential)) throw new Error(words.notMade);
      await api.post(path, { user_id: 'me', name, response: JSON.stringify(made.toJSON()) });
    },
    onSuccess: () => {
      notifyDone(all, words.added(name));
      close();
    },
  });
  const saving = { ...save, error: save.error instanceof DOMException ? new Error(words.notMade) : save.error };
  return (
    <FormDialog title={words.add} submit={words.next} saving={saving} close={close}>
      <Stack>
        <PasswordInput
          label={twoFactor.password}
          description={twoFactor.passwordWhy}
          autoComplete="current-password"
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
          data-autofocus
        />
        <TextInput
          label={words.name}
          description={words.nameHint}
          required
          maxLength={100}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
      </Stack>
    </FormDialog>
  );
}
