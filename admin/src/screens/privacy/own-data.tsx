import { Button, Group, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '../../api/api.ts';
import { fetchFile } from '../../api/request.ts';
import { notifyFailed } from '../../ui/notify.tsx';
import { saveFile } from '../../ui/save-file.ts';
import { useDates, useOwnWords, useWords } from '../../words/words.tsx';
import { Section } from '../users/account/section.tsx';
import { privacyWords } from './words.ts';

const key = ['personal-data', 'own'];
const everyMs = 2_000;
const path = '/platen/v1/personal-data/own';

/** Everything that the site has of whoever is logged in, as an archive. */
export function OwnData() {
  const words = useWords();
  const own = useOwnWords(privacyWords);
  const dates = useDates();
  const client = useQueryClient();
  const isUnderWay = (state: string | undefined) => state === 'queued' || state === 'running';
  const last = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => api.get(path, {}, signal),
    refetchInterval: ({ state: { data } }) => (isUnderWay(data?.state) ? everyMs : false),
  });
  const begin = useMutation({
    mutationFn: () => api.post(path, {}),
    onSuccess: (made) => client.setQueryData(key, made),
    onError: (error) => notifyFailed(words, words.states.notSaved, error),
  });
  const download = useMutation({
    mutationFn: async (id: number) => saveFile(await fetchFile(`/platen/v1/personal-data/${id}/file`), fileName),
    onError: (error) => notifyFailed(words, words.states.failed, error),
  });
  const { data } = last;
  return (
    <Section title={own.own} text={own.ownText}>
      <div role="status">
        {isUnderWay(data?.state) && <Text size="sm">{own.ownWaits}</Text>}
        {data?.state === 'failed' && <Text size="sm">{own.states.failed}</Text>}
      </div>
      <Group>
        {data?.has_file && (
          <Button loading={download.isPending} onClick={() => download.mutate(data.id)}>
            {own.download}
          </Button>
        )}
        <Button variant="default" loading={begin.isPending || isUnderWay(data?.state)} onClick={() => begin.mutate()}>
          {own.ownExport}
        </Button>
        {data?.has_file && data.expires && (
          <Text size="sm" c="dimmed">
            {own.until(dates.day(new Date(`${data.expires}Z`)))}
          </Text>
        )}
      </Group>
    </Section>
  );
}

export const fileName = 'personal-data.tar.gz';
