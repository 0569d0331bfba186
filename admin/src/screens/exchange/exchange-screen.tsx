import { Button, Paper, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '../../api/api.ts';
import { useMay } from '../../api/me.ts';
import { LoadStates } from '../../ui/list-states.tsx';
import { Screen } from '../../ui/screen.tsx';
import { ErrorState } from '../../ui/states.tsx';
import { useOwnWords, useWords } from '../../words/words.tsx';
import { ImportForm } from './import-form.tsx';
import { JobCard } from './job-card.tsx';
import { RestoreForm } from './restore-form.tsx';
import { exchangeWords } from './words.ts';

const refreshMs = 1_000;

/** Bringing content in and taking it out, with what became of it. */
export function ExchangeScreen() {
  const own = useOwnWords(exchangeWords);
  const may = useMay();
  const jobs = useQuery({
    queryKey: ['exchange'],
    queryFn: ({ signal }) => api.get('/platen/v1/exchange', {}, signal),
    refetchInterval: ({ state }) =>
      state.data?.some((job) => job.state === 'queued' || job.state === 'running') ? refreshMs : false,
  });
  const isBusy = jobs.data?.some((job) => job.state === 'queued' || job.state === 'running') ?? false;
  return (
    <Screen title={own.title}>
      <SimpleGrid cols={{ base: 1, md: 2 }} mb="xl">
        {may('import') && <ImportForm isBusy={isBusy} />}
        <Stack>
          <ExportForm isBusy={isBusy} />
          {may('import') && may('manage_options') && <RestoreForm isBusy={isBusy} />}
        </Stack>
      </SimpleGrid>
      <Title order={2} mb="sm">
        {own.jobs}
      </Title>
      <LoadStates query={jobs} rows={3} />
      {jobs.data?.length === 0 && <Text c="dimmed">{own.none}</Text>}
      <Stack component="ul" p={0} m={0} style={{ listStyle: 'none' }}>
        {jobs.data?.map((job) => (
          <JobCard key={job.id} job={job} />
        ))}
      </Stack>
    </Screen>
  );
}

function ExportForm({ isBusy }: { readonly isBusy: boolean }) {
  const words = useWords();
  const own = useOwnWords(exchangeWords);
  const may = useMay();
  const client = useQueryClient();
  const begin = useMutation({
    mutationFn: (format: 'wxr' | 'archive') => api.post('/platen/v1/exchange/exports', { format }),
    onSettled: () => client.invalidateQueries({ queryKey: ['exchange'] }),
  });
  return (
    <Paper withBorder p="lg" component="section" aria-label={own.export}>
      <Title order={2} mb="xs">
        {own.export}
      </Title>
      <Text size="sm" c="dimmed" mb="md">
        {own.exportText}
      </Text>
      <Stack align="flex-start">
        <Button disabled={isBusy} loading={begin.isPending} onClick={() => begin.mutate('wxr')}>
          {own.exportWxr}
        </Button>
        {may('manage_options') && (
          <>
            <Button
              variant="default"
              disabled={isBusy}
              loading={begin.isPending}
              onClick={() => begin.mutate('archive')}
            >
              {own.exportArchive}
            </Button>
            <Text size="sm" c="dimmed">
              {own.exportArchiveText}
            </Text>
          </>
        )}
        {begin.isError && <ErrorState title={words.states.notSaved} error={begin.error} />}
      </Stack>
    </Paper>
  );
}
