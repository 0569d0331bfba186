import { Alert, Button, Group, Paper, Progress, SimpleGrid, Stack, Text, TextInput, Title } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { notifyDone } from '../../ui/notify.tsx';
import { Screen } from '../../ui/screen.tsx';
import { ErrorState, LoadingRows } from '../../ui/states.tsx';
import { useOwnWords, useWords } from '../../words/words.tsx';
import { type CacheState, healthApi, sizeText } from './health-api.ts';
import { healthWords } from './words.ts';

const everyMs = 5_000;

/** How much the cache of responses does, and how to empty it. */
export function CacheScreen() {
  const { cache: words } = useOwnWords(healthWords);
  const all = useWords();
  const cache = useQuery({
    queryKey: ['cache'],
    queryFn: ({ signal }) => healthApi.cache(signal),
    refetchInterval: everyMs,
  });
  return (
    <Screen title={all.tools.cache}>
      <Text c="dimmed" mb="md">
        {words.text}
      </Text>
      {cache.isError && <ErrorState error={cache.error} retry={() => void cache.refetch()} />}
      {cache.isPending && <LoadingRows rows={4} />}
      {cache.data && (
        <Stack>
          {cache.data.enabled ? <Numbers cache={cache.data} /> : <Alert role="status">{words.off}</Alert>}
          <Purge />
        </Stack>
      )}
    </Screen>
  );
}

function Numbers({ cache }: { readonly cache: CacheState }) {
  const { cache: words } = useOwnWords(healthWords);
  const { hits = 0, misses = 0, entries = 0, bytes = 0, expired = 0, evicted = 0 } = cache.metrics;
  const most = cache.megabytes * 1024 ** 2;
  const ratio = hits + misses === 0 ? 0 : (100 * hits) / (hits + misses);
  return (
    <SimpleGrid cols={{ base: 2, md: 3 }}>
      <Figure name={words.ratio} value={`${ratio.toFixed(1)} %`} share={ratio} />
      <Figure name={words.memory} value={words.of(sizeText(bytes), sizeText(most))} share={(100 * bytes) / most} />
      <Figure name={words.entries} value={entries.toLocaleString()} />
      <Figure name={words.hits} value={hits.toLocaleString()} />
      <Figure name={words.misses} value={misses.toLocaleString()} />
      <Figure
        name={`${words.expired} / ${words.evicted}`}
        value={`${expired.toLocaleString()} / ${evicted.toLocaleString()}`}
      />
    </SimpleGrid>
  );
}

interface FigureProps {
  readonly name: string;
  readonly value: string;
  /** A part of a whole, in percent. */
  readonly share?: number;
}

function Figure({ name, value, share }: FigureProps) {
  return (
    <Paper withBorder p={{ base: 'md', sm: 'lg' }} component="section" aria-label={name}>
      <Text size="sm" c="dimmed">
        {name}
      </Text>
      <Text fz={{ base: 20, sm: 28 }} fw={650}>
        {value}
      </Text>
      {share !== undefined && <Progress value={share} mt="xs" aria-label={name} />}
    </Paper>
  );
}

function Purge() {
  const { cache: words } = useOwnWords(healthWords);
  const all = useWords();
  const client = useQueryClient();
  const [typed, setTyped] = useState('');
  const purge = useMutation({
    mutationFn: () => healthApi.purge(typed.split(/[\s,]+/).filter((tag) => tag !== '')),
    onSuccess: async () => {
      notifyDone(all, words.purged);
      setTyped('');
      await client.invalidateQueries({ queryKey: ['cache'] });
    },
  });
  return (
    <Paper withBorder p="lg" component="section" aria-label={words.purge}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          purge.mutate();
        }}
      >
        <Stack maw={480}>
          <div>
            <Title order={2}>{words.purge}</Title>
            <Text size="sm" c="dimmed">
              {words.purgeText}
            </Text>
          </div>
          <TextInput
            label={words.tags}
            description={words.tagsHint}
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
          {purge.isError && <ErrorState title={all.states.notSaved} error={purge.error} />}
          <Group>
            <Button type="submit" variant="default" loading={purge.isPending}>
              {words.purge}
            </Button>
          </Group>
        </Stack>
      </form>
    </Paper>
  );
}
