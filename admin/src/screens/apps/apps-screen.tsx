import { Button, Center, Group, Paper, Stack, Text, Textarea, TextInput, Title } from '@mantine/core';
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { api } from '../../api/api.ts';
import type { Routes } from '../../api/interface.ts';
import { Refused } from '../../api/refused.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { ListStates } from '../../ui/list-states.tsx';
import { notifyDone, notifyFailed } from '../../ui/notify.tsx';
import { Screen } from '../../ui/screen.tsx';
import { useOwnWords, useWords } from '../../words/words.tsx';
import { ConnectionRow } from './connection-row.tsx';
import { appWords } from './words.ts';

type App = Routes['/platen/v1/apps']['GET']['edit']['items'][number];
type Connections = Routes['/platen/v1/apps/connections']['GET']['edit'];

/** Every app that has access to an account of the site, and those that may ask for it. */
export function AppsScreen() {
  const words = useOwnWords(appWords);
  const [isAdding, setAdding] = useState(false);
  const apps = useQuery({
    queryKey: ['apps', 'list'],
    queryFn: ({ signal }) => api.get('/platen/v1/apps', {}, signal),
  });
  const isOff = apps.data?.enabled === false;
  return (
    <Screen
      title={words.title}
      actions={
        <Button leftSection={<Plus size={18} aria-hidden />} onClick={() => setAdding(true)}>
          {words.add}
        </Button>
      }
    >
      <Text c="dimmed" mb="md">
        {words.text}
      </Text>
      <ListStates
        query={apps}
        count={apps.data?.items.length ?? 0}
        empty={isOff ? { title: words.off, text: words.offText } : { title: words.none, text: words.noneText }}
      >
        <Title order={2} mb="sm">
          {words.apps}
        </Title>
        <Stack component="ul" gap="sm" m={0} p={0} style={{ listStyle: 'none' }} aria-label={words.apps}>
          {apps.data?.items.map((app) => (
            <AppCard key={app.id} app={app} />
          ))}
        </Stack>
      </ListStates>
      <AllConnections />
      {isAdding && <NewApp close={() => setAdding(false)} />}
    </Screen>
  );
}

function AppCard({ app }: { readonly app: App }) {
  const all = useWords();
  const words = useOwnWords(appWords);
  const client = useQueryClient();
  const [isAsking, setAsking] = useState(false);
  const remove = useMutation({
    mutationFn: () => api.delete('/platen/v1/apps/{id}', { id: app.id }),
    onSuccess: async () => {
      notifyDone(all, words.removed(app.name));
      await client.invalidateQueries({ queryKey: ['apps'] });
    },
  });
  return (
    <Paper component="li" withBorder p="md">
      <Group justify="space-between" align="flex-start">
        <div style={{ minWidth: 0, flex: '1 1 16rem' }}>
          <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
            {app.name}
          </Text>
          <Text size="sm">
            {words.sources[app.source]}
            {' · '}
            {app.connections === 0 ? words.noAccounts : words.accounts(app.connections)}
          </Text>
          <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
            {words.clientId}: <bdi dir="ltr">{app.client_id}</bdi>
          </Text>
          {app.redirect_uris.map((address) => (
            <Text key={address} size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
              <bdi dir="ltr">→ {address}</bdi>
            </Text>
          ))}
        </div>
        <Group gap="xs">
          <CopyButton
            size="compact-md"
            value={app.client_id}
            label={words.copyId}
            aria-label={words.copyIdOf(app.name)}
          />
          <Button
            variant="subtle"
            size="compact-md"
            color="red"
            aria-label={words.removeOne(app.name)}
            onClick={() => setAsking(true)}
          >
            {words.remove}
          </Button>
        </Group>
      </Group>
      <ConfirmDialog
        isOpened={isAsking}
        title={words.removeOne(app.name)}
        text={words.removeText(app.name)}
        action={words.remove}
        isBusy={remove.isPending}
        error={remove.error}
        confirm={() => remove.mutate()}
        close={() => setAsking(false)}
      />
    </Paper>
  );
}

/** Who gave which app access, the newest first. */
function AllConnections() {
  const all = useWords();
  const words = useOwnWords(appWords);
  const client = useQueryClient();
  const list = useInfiniteQuery({
    queryKey: ['apps', 'connections'],
    initialPageParam: undefined as number | undefined,
    queryFn: ({ pageParam: cursor, signal }) =>
      api.get('/platen/v1/apps/connections', cursor === undefined ? {} : { cursor }, signal),
    getNextPageParam: ({ next }) => next ?? undefined,
  });
  const end = useMutation({
    mutationFn: (one: Connections['items'][number]) =>
      api.delete('/platen/v1/apps/connections/{connection}', { connection: one.id }),
    onSuccess: (_, { app }) => notifyDone(all, words.ended(app)),
    onError: (error) => notifyFailed(all, all.states.notSaved, error),
    onSettled: () => client.invalidateQueries({ queryKey: ['apps'] }),
  });
  const items = list.data?.pages.flatMap((page) => page.items) ?? [];
  if (items.length === 0) return null;
  return (
    <Paper component="section" withBorder p="lg" mt="lg" aria-label={words.connections}>
      <Title order={2} mb="sm">
        {words.connections}
      </Title>
      <Stack component="ul" gap="sm" m={0} p={0} style={{ listStyle: 'none' }} aria-label={words.connections}>
        {items.map((one) => (
          <ConnectionRow
            key={one.id}
            one={one}
            userName={one.user_name}
            isEnding={end.isPending && end.variables.id === one.id}
            end={() => end.mutate(one)}
          />
        ))}
      </Stack>
      {list.hasNextPage && (
        <Center mt="md">
          <Button variant="default" loading={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
            {words.more}
          </Button>
        </Center>
      )}
    </Paper>
  );
}

function NewApp({ close }: { readonly close: () => void }) {
  const all = useWords();
  const words = useOwnWords(appWords);
  const client = useQueryClient();
  const [name, setName] = useState('');
  const [addresses, setAddresses] = useState('');
  const save = useMutation({
    mutationFn: () =>
      api.post('/platen/v1/apps', {
        name,
        redirect_uris: addresses
          .split('\n')
          .map((line) => line.trim())
          .filter((line) => line !== ''),
      }),
    onSuccess: async () => {
      notifyDone(all, words.added(name));
      close();
      await client.invalidateQueries({ queryKey: ['apps'] });
    },
  });
  const refusals = save.error instanceof Refused ? save.error.fields : {};
  return (
    <FormDialog title={words.add} submit={words.add} saving={save} close={close}>
      <TextInput
        label={words.name}
        description={words.nameHint}
        value={name}
        maxLength={80}
        required
        data-autofocus
        error={refusals['name']}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <Textarea
        label={words.redirects}
        description={words.redirectsHint}
        value={addresses}
        autosize
        minRows={2}
        required
        dir="ltr"
        error={refusals['redirect_uris']}
        onChange={(event) => setAddresses(event.currentTarget.value)}
      />
    </FormDialog>
  );
}
