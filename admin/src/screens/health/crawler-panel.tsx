import { Badge, Button, Group, Paper, Progress, Stack, Switch, Text, Title } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '../../api/api.ts';
import { LoadStates } from '../../ui/list-states.tsx';
import { notifyFailed } from '../../ui/notify.tsx';
import { useDates, useOwnWords, useWords } from '../../words/words.tsx';
import { cacheWords } from './cache-words.ts';

const path = '/platen/v1/cache/crawler';
const key = ['cache', 'crawler'];
const everyMs = 2_000;

/** The crawler that warms the cache: how far it is, and its switches. */
export function CrawlerPanel() {
  const words = useWords();
  const own = useOwnWords(cacheWords);
  const dates = useDates();
  const client = useQueryClient();
  const crawler = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => api.get(path, {}, signal),
    refetchInterval: ({ state: { data } }) => (data?.is_running || data?.is_wanted ? everyMs : false),
  });
  const change = useMutation({
    mutationFn: (input: { action?: 'start' | 'stop'; is_regular?: boolean; crawler?: number }) => api.post(path, input),
    onSuccess: (state) => client.setQueryData(key, state),
    onError: (error) => notifyFailed(words, words.states.notSaved, error),
  });
  const { data } = crawler;
  const isAtWork = data?.is_running || data?.is_wanted;
  const state = !data
    ? null
    : data.is_running
      ? own.states.running
      : data.is_wanted
        ? own.states.wanted
        : data.end_reason === 'end'
          ? own.states.end
          : data.end_reason === 'halted'
            ? own.states.halted
            : data.began
              ? own.states.paused
              : own.states.never;
  const at = (time: string) => dates.minute(new Date(`${time}Z`));
  return (
    <Paper withBorder p="lg" component="section" aria-label={own.crawler}>
      <Stack gap="sm">
        <Group justify="space-between">
          <Group gap="sm">
            <Title order={2}>{own.crawler}</Title>
            {state && (
              <Badge variant="light" role="status">
                {state}
              </Badge>
            )}
          </Group>
          {data && (
            <Button
              variant={isAtWork ? 'default' : 'filled'}
              loading={change.isPending}
              onClick={() => change.mutate({ action: isAtWork ? 'stop' : 'start' })}
            >
              {isAtWork ? own.stop : own.start}
            </Button>
          )}
        </Group>
        <Text size="sm" c="dimmed">
          {own.crawlerText}
        </Text>
        <LoadStates query={crawler} rows={2} />
        {data && (
          <>
            {data.began && (
              <div>
                <Text size="sm">
                  {own.progress(data.done.toLocaleString(), data.all)} · {own.began(at(data.began))}
                  {data.ended && ` · ${own.ended(at(data.ended))}`}
                </Text>
                <Progress
                  mt={4}
                  value={data.all === 0 ? 0 : Math.min(100, (100 * data.done) / data.all)}
                  animated={data.is_running}
                  aria-label={own.crawler}
                />
                <Text size="sm" c="dimmed" mt={4}>
                  {own.found(
                    data.hits.toLocaleString(),
                    data.misses.toLocaleString(),
                    data.uncacheable.toLocaleString(),
                    data.failed.toLocaleString(),
                  )}
                </Text>
              </div>
            )}
            <Group gap="lg" role="group" aria-label={own.variants}>
              <Switch
                label={own.regular}
                checked={data.is_regular}
                onChange={(event) => change.mutate({ is_regular: event.currentTarget.checked })}
              />
              {data.crawlers.map(({ id, title, is_enabled: isEnabled }) => (
                <Switch key={id} label={title} checked={isEnabled} onChange={() => change.mutate({ crawler: id })} />
              ))}
            </Group>
          </>
        )}
      </Stack>
    </Paper>
  );
}
