import { Badge, Button, Checkbox, Group, Progress, Stack, Switch, Table, Text, Title } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../api/api.ts';
import type { Routes } from '../../api/interface.ts';
import { LoadStates } from '../../ui/list-states.tsx';
import { notifyFailed } from '../../ui/notify.tsx';
import { useOwnWords, useWords } from '../../words/words.tsx';
import { Section } from './more-settings.tsx';
import { pictureWords } from './picture-words.ts';

type Size = Routes['/platen/v1/media/sizes']['GET']['edit'][number];
type Run = NonNullable<Routes['/platen/v1/media/regeneration']['GET']['edit']['run']>;

const sizesKey = ['media', 'sizes'];
const runKey = ['media', 'regeneration'];
const isUnderWay = (run: Run | null | undefined) => run?.state === 'queued' || run?.state === 'running';

/** Every size that copies are made in, and making the copies of all pictures again. */
export function PictureSizes() {
  const own = useOwnWords(pictureWords);
  const sizes = useQuery({
    queryKey: sizesKey,
    queryFn: ({ signal }) => api.get('/platen/v1/media/sizes', {}, signal),
  });
  return (
    <Stack mt="lg">
      <Section title={own.title}>
        <LoadStates query={sizes} rows={4} />
        {sizes.data && <SizeTable sizes={sizes.data} />}
        <Regeneration />
      </Section>
    </Stack>
  );
}

function SizeTable({ sizes }: { readonly sizes: readonly Size[] }) {
  const words = useWords();
  const own = useOwnWords(pictureWords);
  const client = useQueryClient();
  const change = useMutation({
    mutationFn: (work: () => Promise<readonly Size[]>) => work(),
    onSuccess: (answer) => client.setQueryData(sizesKey, answer),
    onError: (error) => notifyFailed(words, words.states.notSaved, error),
  });
  return (
    <>
      <Table.ScrollContainer minWidth={420}>
        <Table>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{own.size}</Table.Th>
              <Table.Th>{own.pixels}</Table.Th>
              <Table.Th>{own.source}</Table.Th>
              <Table.Th>{own.made}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {sizes.map((size) => (
              <Table.Tr key={size.name}>
                <Table.Td>{size.name}</Table.Td>
                <Table.Td>
                  {`${size.width || own.any} × ${size.height || own.any}`}
                  {size.crop ? `, ${own.cropped}` : ''}
                </Table.Td>
                <Table.Td>
                  {own.sources[size.source]} {size.extension}
                  {!size.is_certain && (
                    <Text size="xs" c="dimmed">
                      {own.uncertain}
                    </Text>
                  )}
                </Table.Td>
                <Table.Td>
                  <Switch
                    aria-label={own.makes(size.name)}
                    checked={size.is_made}
                    disabled={size.source !== 'learned' || change.isPending}
                    onChange={(event) => {
                      const wanted = { name: size.name, is_made: event.currentTarget.checked };
                      change.mutate(() => api.post('/platen/v1/media/sizes', wanted));
                    }}
                  />
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
      <Group>
        <Button
          variant="default"
          loading={change.isPending}
          onClick={() => change.mutate(() => api.post('/platen/v1/media/sizes/learn', {}))}
        >
          {own.look}
        </Button>
      </Group>
    </>
  );
}

function Regeneration() {
  const words = useWords();
  const own = useOwnWords(pictureWords);
  const client = useQueryClient();
  const [isMissing, setMissing] = useState(true);
  const [removes, setRemoves] = useState(false);
  const run = useQuery({
    queryKey: runKey,
    queryFn: ({ signal }) => api.get('/platen/v1/media/regeneration', {}, signal),
    refetchInterval: ({ state }) => (isUnderWay(state.data?.run) ? 1_000 : false),
  });
  const act = useMutation({
    mutationFn: (work: () => Promise<{ readonly run: Run | null }>) => work(),
    onSuccess: (answer) => client.setQueryData(runKey, answer),
    onError: (error) => notifyFailed(words, words.states.failed, error),
  });
  const last = run.data?.run;
  return (
    <Stack gap="sm" mt="md">
      <Title order={3}>{own.again}</Title>
      <Text c="dimmed" size="sm">
        {own.againHint}
      </Text>
      {last && <RunState run={last} />}
      {isUnderWay(last) ? (
        <Group>
          <Button
            variant="default"
            disabled={last?.is_cancelled ?? false}
            loading={act.isPending}
            onClick={() => act.mutate(() => api.post('/platen/v1/media/regeneration/cancel', {}))}
          >
            {own.stop}
          </Button>
        </Group>
      ) : (
        <>
          <Checkbox
            label={own.missing}
            checked={isMissing}
            onChange={(event) => setMissing(event.currentTarget.checked)}
          />
          <Checkbox
            label={own.removeUnused}
            description={own.removeHint}
            checked={removes}
            onChange={(event) => setRemoves(event.currentTarget.checked)}
          />
          <Group>
            <Button
              loading={act.isPending}
              onClick={() =>
                act.mutate(() =>
                  api.post('/platen/v1/media/regeneration', { missing: isMissing, remove_unused: removes }),
                )
              }
            >
              {own.begin}
            </Button>
          </Group>
        </>
      )}
    </Stack>
  );
}

const colors = { queued: 'gray', running: 'sea', done: 'green', failed: 'red', cancelled: 'gray' } as const;
const mostShown = 5;

function RunState({ run }: { readonly run: Run }) {
  const own = useOwnWords(pictureWords);
  const percent = run.all > 0 ? Math.round((100 * run.done) / run.all) : 100;
  const state = isUnderWay(run) && run.is_cancelled ? own.stopping : own.states[run.state];
  return (
    <Stack gap="xs" aria-live="polite">
      <Group gap="xs">
        <Badge color={colors[run.state]}>{state}</Badge>
        <Text size="sm">{own.progress(run.done, run.all)}</Text>
        <Text size="sm" c="dimmed">
          {own.result(run.made, run.removed)}
        </Text>
      </Group>
      {isUnderWay(run) && <Progress value={percent} aria-label={own.progress(run.done, run.all)} />}
      {run.error !== '' && (
        <Text size="sm" c="red">
          {run.error}
        </Text>
      )}
      {run.failed > 0 && (
        <div>
          <Text size="sm">{own.failed(run.failed)}</Text>
          {run.failures.slice(0, mostShown).map(({ id, why }) => (
            <Text size="sm" key={id}>
              {`${id}: ${why}`}
            </Text>
          ))}
        </div>
      )}
    </Stack>
  );
}
