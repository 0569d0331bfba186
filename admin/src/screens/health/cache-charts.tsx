import { Paper, SimpleGrid, Text, Title } from '@mantine/core';
import { useMemo } from 'react';
import { useOwnWords } from '../../words/words.tsx';
import { cacheWords } from './cache-words.ts';
import type { CacheMoment } from './health-api.ts';
import { TimeChart } from './time-chart.tsx';

/** What the cache did during the last day. */
export function CacheCharts({ history }: { readonly history: readonly CacheMoment[] }) {
  const own = useOwnWords(cacheWords);
  const { times, ratios, memory } = useMemo(() => linesOf(history), [history]);
  const now = (values: readonly (number | null)[]) => (values.findLast((value) => value !== null) ?? 0).toFixed(1);
  return (
    <Paper withBorder p="lg" component="section" aria-label={own.history}>
      <Title order={2}>{own.history}</Title>
      <Text size="sm" c="dimmed" mb="sm">
        {own.historyText}
      </Text>
      {times.length < 2 ? (
        <Text role="status">{own.tooFew}</Text>
      ) : (
        <SimpleGrid cols={{ base: 1, md: 2 }}>
          <TimeChart
            times={times}
            values={ratios}
            time={own.time}
            label={own.ratio}
            top={100}
            text={`${own.ratioChart}: ${now(ratios)}`}
          />
          <TimeChart
            times={times}
            values={memory}
            time={own.time}
            label={own.memory}
            top={1}
            text={`${own.memoryChart}: ${now(memory)}`}
          />
        </SimpleGrid>
      )}
    </Paper>
  );
}

/** The share of hits between each moment and the one before it, and the memory then. */
function linesOf(history: readonly CacheMoment[]) {
  const later = history.slice(1);
  return {
    times: later.map(({ at }) => at),
    ratios: later.map(({ hits, misses }, i) => {
      const before = history[i];
      const [hit, missed] = [hits - (before?.hits ?? 0), misses - (before?.misses ?? 0)];
      return hit + missed > 0 ? (100 * hit) / (hit + missed) : null;
    }),
    memory: later.map(({ bytes }) => bytes / 1024 ** 2),
  };
}
