import { Badge, Button, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../api/api.ts';
import type { Routes } from '../../api/interface.ts';
import { fetchFile } from '../../api/request.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { ListStates } from '../../ui/list-states.tsx';
import { notifyDone, notifyFailed } from '../../ui/notify.tsx';
import { saveFile } from '../../ui/save-file.ts';
import { useDates, useOwnWords, useWords } from '../../words/words.tsx';
import { AccountSelect } from './account-select.tsx';
import { fileName } from './own-data.tsx';
import { privacyWords } from './words.ts';

type Request = Routes['/platen/v1/personal-data']['GET']['edit'][number];

const key = ['personal-data', 'list'];
const everyMs = 2_000;
const colours = { done: 'green', failed: 'red', confirmed: 'yellow', running: 'blue', queued: 'blue' } as const;
const colourOf = (state: string): string =>
  Object.hasOwn(colours, state) ? colours[state as keyof typeof colours] : 'gray';

/** The login and the addresses of a person; empty for one who was erased. */
const whoOf = ({ person }: Request): string =>
  person ? [person.login, ...person.emails].filter((part) => part !== '').join(', ') : '';

/** Whether it waits for an administrator: an erasure that is confirmed, or that ended before all was done. */
const canStart = ({ action, state, person }: Request): boolean =>
  action === 'erase' && person !== null && ['confirmed', 'failed', 'cancelled', 'expired'].includes(state);

/** What was asked for, how far it is, and the archives that are for whoever looks. */
export function PersonRequests() {
  const own = useOwnWords(privacyWords);
  const dates = useDates();
  const [starting, setStarting] = useState<Request | null>(null);
  const list = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => api.get('/platen/v1/personal-data', {}, signal),
    refetchInterval: ({ state: { data } }) =>
      data?.some(({ state }) => state === 'queued' || state === 'running') ? everyMs : false,
  });
  const requests = list.data ?? [];
  return (
    <section aria-label={own.requests}>
      <Title order={2} mb="sm">
        {own.requests}
      </Title>
      <ListStates query={list} rows={3} count={requests.length} empty={{ title: own.noRequests }}>
        <Paper withBorder px="lg" py="xs">
          <Stack component="ul" gap={0} m={0} p={0} style={{ listStyle: 'none' }} aria-label={own.requests}>
            {requests.map((request) => (
              <Group component="li" key={request.id} py="sm" justify="space-between" gap="sm">
                <div style={{ minWidth: 0, flex: '1 1 16rem' }}>
                  <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
                    {own.request[request.action]}: {whoOf(request) || own.gone}
                  </Text>
                  <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
                    {dates.minute(new Date(`${request.created}Z`))}
                    {request.reason && ` · ${request.reason}`}
                    {request.error && ` · ${request.error}`}
                  </Text>
                </div>
                <Group gap="xs">
                  <Badge color={colourOf(request.state)}>{own.states[request.state]}</Badge>
                  {request.done > 0 && (
                    <Text size="xs" c="dimmed">
                      {own.progress(request.done)}
                    </Text>
                  )}
                </Group>
                <RequestActions request={request} start={() => setStarting(request)} />
              </Group>
            ))}
          </Stack>
        </Paper>
      </ListStates>
      {starting && <StartDialog request={starting} close={() => setStarting(null)} />}
    </section>
  );
}

function RequestActions({ request, start }: { readonly request: Request; readonly start: () => void }) {
  const words = useWords();
  const own = useOwnWords(privacyWords);
  const client = useQueryClient();
  const onError = (error: unknown) => notifyFailed(words, words.states.failed, error);
  const download = useMutation({
    mutationFn: async () => saveFile(await fetchFile(`/platen/v1/personal-data/${request.id}/file`), fileName),
    onError,
  });
  const forget = useMutation({
    mutationFn: () => api.delete('/platen/v1/personal-data/{id}', { id: request.id }),
    onSuccess: () => client.invalidateQueries({ queryKey: ['personal-data'] }),
    onError,
  });
  return (
    <Group gap="xs" justify="flex-end">
      {request.has_file && (
        <Button size="compact-sm" loading={download.isPending} onClick={() => download.mutate()}>
          {own.download}
        </Button>
      )}
      {canStart(request) && (
        <Button size="compact-sm" onClick={start}>
          {own.start}
        </Button>
      )}
      {request.state !== 'running' && (
        <Button
          aria-label={`${own.forget}: ${own.request[request.action]} ${whoOf(request)}`.trim()}
          size="compact-sm"
          variant="default"
          loading={forget.isPending}
          onClick={() => forget.mutate()}
        >
          {own.forget}
        </Button>
      )}
    </Group>
  );
}

/** Starts an erasure that the person has confirmed, or starts one again. */
function StartDialog({ request, close }: { readonly request: Request; readonly close: () => void }) {
  const words = useWords();
  const own = useOwnWords(privacyWords);
  const client = useQueryClient();
  const [heir, setHeir] = useState<string | null>(null);
  const begin = useMutation({
    mutationFn: () =>
      api.post('/platen/v1/personal-data/{id}/start', {
        id: request.id,
        reassign: Number(heir ?? 0),
        uploads: 'reassign',
      }),
    onSuccess: async () => {
      close();
      notifyDone(words, own.started);
      await client.invalidateQueries({ queryKey: ['personal-data'] });
    },
  });
  return (
    <FormDialog title={own.eraseTitle} submit={own.erase} saving={begin} close={close}>
      <Text size="sm">{own.eraseText}</Text>
      {(request.person?.user ?? 0) > 0 && <AccountSelect label={own.reassign} value={heir} onChange={setHeir} />}
    </FormDialog>
  );
}
