import { Alert, Paper, Progress, SimpleGrid, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { start } from '../../app/start.ts';
import { LoadStates } from '../../ui/list-states.tsx';
import { Screen } from '../../ui/screen.tsx';
import { useOwnWords, useWords } from '../../words/words.tsx';
import { CacheCharts } from './cache-charts.tsx';
import { CrawlerPanel } from './crawler-panel.tsx';
import { type CacheState, healthApi, sizeText } from './health-api.ts';
import { PicturesPanel } from './pictures-panel.tsx';
import { PurgePanel } from './purge-panel.tsx';
import { healthWords } from './words.ts';

const everyMs = 10_000;
/** The crawler and the pictures belong to an extension. */
const hasToolset = start.extensions.includes('cache');

/** How much the cache of responses does, how to empty it, and what fills it. */
export function CacheScreen() {
  const { cache: words } = useOwnWords(healthWords);
  const all = useWords();
  const cache = useQuery({
    queryKey: ['cache', 'metrics'],
    queryFn: ({ signal }) => healthApi.cache(signal),
    refetchInterval: everyMs,
  });
  return (
    <Screen title={all.tools.cache}>
      <Text c="dimmed" mb="md">
        {words.text}
      </Text>
      <LoadStates query={cache} rows={4} />
      {cache.data && (
        <Stack>
          {cache.data.enabled ? <Numbers cache={cache.data} /> : <Alert role="status">{words.off}</Alert>}
          {cache.data.enabled && <CacheCharts history={cache.data.history} />}
          <SimpleGrid cols={{ base: 1, lg: 2 }}>
            {hasToolset && <CrawlerPanel />}
            {hasToolset && <PicturesPanel />}
            <PurgePanel />
          </SimpleGrid>
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
