import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../api/api.ts';
import { useLanguage, useWords } from '../../words/words.tsx';
import { Card } from './card.tsx';

const hourMs = 3_600_000;
const hours = 24;
const width = 480;
const height = 96;

interface Hour {
  readonly begins: number;
  readonly answers: number;
}

/** How many answers the site gave in each hour of the last day: a bar for each. */
export function AnswersCard() {
  const words = useWords();
  const { code } = useLanguage();
  const cache = useQuery({
    queryKey: ['overview', 'answers'],
    queryFn: ({ signal }) => api.get('/platen/v1/cache', {}, signal),
    refetchInterval: 60_000,
  });
  if (cache.data && !cache.data.enabled) return null;
  const bars = answersByHour(cache.data?.history ?? []);
  const total = bars.reduce((sum, { answers }) => sum + answers, 0);
  const most = Math.max(1, ...bars.map(({ answers }) => answers));
  const time = new Intl.DateTimeFormat(code, { hour: '2-digit', minute: '2-digit' });
  const from = time.format(bars[0]?.begins);
  const step = width / hours;
  return (
    <Card
      title={words.overview.answers}
      isLoading={cache.isPending}
      error={cache.error}
      retry={() => void cache.refetch()}
    >
      <svg
        viewBox={`0 0 ${width} ${height}`}
        width="100%"
        role="img"
        aria-label={words.overview.answersChart(total, most)}
      >
        <line x1="0" x2={width} y1={height - 0.5} y2={height - 0.5} stroke="var(--mantine-color-default-border)" />
        {bars.map(({ begins, answers }, place) => {
          const tall = (answers / most) * (height - 4);
          return (
            <rect
              key={begins}
              x={place * step + 2}
              y={height - 1 - tall}
              width={step - 4}
              height={tall}
              rx="2"
              fill="var(--mantine-primary-color-filled)"
            >
              <title>{`${time.format(begins)}: ${words.overview.answersCount(answers)}`}</title>
            </rect>
          );
        })}
      </svg>
      <Text size="xs" c="dimmed">
        {words.overview.answersText(from, total)}
      </Text>
    </Card>
  );
}

interface Moment {
  readonly at: number;
  readonly hits: number;
  readonly misses: number;
}

/** What was counted between one moment and the next belongs to the hour of the later one. */
function answersByHour(history: readonly Moment[]): readonly Hour[] {
  const last = Math.floor((history.at(-1)?.at ?? Date.now()) / hourMs) * hourMs;
  const counts = new Map(
    Array.from({ length: hours }, (_, place) => [last - (hours - 1 - place) * hourMs, 0] as [number, number]),
  );
  let before = 0;
  for (const { at, hits, misses } of history) {
    const hour = Math.floor(at / hourMs) * hourMs;
    counts.set(hour, (counts.get(hour) ?? 0) + Math.max(0, hits + misses - before));
    before = hits + misses;
  }
  return [...counts]
    .sort(([one], [other]) => one - other)
    .slice(-hours)
    .map(([begins, answers]) => ({ begins, answers }));
}
