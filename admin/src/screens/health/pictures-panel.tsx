import { Button, Group, Paper, Progress, Stack, Switch, Text, Title } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '../../api/api.ts';
import { LoadStates } from '../../ui/list-states.tsx';
import { notifyDone, notifyFailed } from '../../ui/notify.tsx';
import { useOwnWords, useWords } from '../../words/words.tsx';
import { cacheWords } from './cache-words.ts';
import { sizeText } from './health-api.ts';

const path = '/platen/v1/cache/pictures';
const key = ['cache', 'pictures'];
const everyMs = 5_000;

/** How far the making of smaller pictures is. */
export function PicturesPanel() {
  const words = useWords();
  const own = useOwnWords(cacheWords);
  const client = useQueryClient();
  const pictures = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => api.get(path, {}, signal),
    refetchInterval: ({ state: { data } }) => (data?.is_enabled && data.waiting > 0 ? everyMs : false),
  });
  const change = useMutation({
    mutationFn: (input: { is_enabled?: boolean; scan?: boolean }) => api.post(path, input),
    onSuccess: (state, { scan }) => {
      client.setQueryData(key, state);
      if (scan) notifyDone(words, own.scanned);
    },
    onError: (error) => notifyFailed(words, words.states.notSaved, error),
  });
  const { data } = pictures;
  return (
    <Paper withBorder p="lg" component="section" aria-label={own.pictures}>
      <Stack gap="sm">
        <Group justify="space-between">
          <Title order={2}>{own.pictures}</Title>
          <Button variant="default" loading={change.isPending} onClick={() => change.mutate({ scan: true })}>
            {own.scan}
          </Button>
        </Group>
        <Text size="sm" c="dimmed">
          {own.picturesText}
        </Text>
        <LoadStates query={pictures} rows={2} />
        {data && (
          <>
            <div>
              <Text size="sm">
                {own.pictureProgress(data.done.toLocaleString(), data.all)} · {own.made(data.files_made)} ·{' '}
                {own.saved(sizeText(data.bytes_saved))}
              </Text>
              <Progress mt={4} value={data.all === 0 ? 0 : (100 * data.done) / data.all} aria-label={own.pictures} />
              <Text size="sm" c="dimmed" mt={4}>
                {own.waiting(data.waiting)}
                {data.failed > 0 && ` · ${own.failed(data.failed)}`}
              </Text>
            </div>
            <Switch
              label={own.enabled}
              checked={data.is_enabled}
              onChange={(event) => change.mutate({ is_enabled: event.currentTarget.checked })}
            />
          </>
        )}
      </Stack>
    </Paper>
  );
}
