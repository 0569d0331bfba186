import {
  Button,
  FileInput,
  Group,
  Input,
  Paper,
  SimpleGrid,
  Stack,
  Switch,
  Text,
  TextInput,
  Title,
} from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { FileUp } from 'lucide-react';
import { useRef, useState } from 'react';
import { api } from '../../api/api.ts';
import { useMay } from '../../api/me.ts';
import { LoadStates } from '../../ui/list-states.tsx';
import { RemoteSelect } from '../../ui/remote-select.tsx';
import { Screen } from '../../ui/screen.tsx';
import { ErrorState } from '../../ui/states.tsx';
import { useOwnWords, useWords } from '../../words/words.tsx';
import { JobCard } from './job-card.tsx';
import { RestoreForm } from './restore-form.tsx';
import { sendExportFile } from './send-export-file.ts';
import { UploadProgress } from './upload-progress.tsx';
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

function ImportForm({ isBusy }: { readonly isBusy: boolean }) {
  const words = useWords();
  const own = useOwnWords(exchangeWords);
  const client = useQueryClient();
  const [file, setFile] = useState<File | null>(null);
  const [author, setAuthor] = useState<string | null>(null);
  const [fetchesFiles, setFetchesFiles] = useState(true);
  const [oldAddress, setOldAddress] = useState('');
  const [newAddress, setNewAddress] = useState('');
  const [share, setShare] = useState(0);
  const controller = useRef<AbortController | null>(null);
  const begin = useMutation({
    mutationFn: (isDry: boolean) => {
      const stopping = new AbortController();
      controller.current = stopping;
      setShare(0);
      const links = oldAddress && newAddress ? `${oldAddress.trim()}=${newAddress.trim()}` : '';
      const query = { dry_run: isDry, fetch_files: fetchesFiles, author: author ?? '', rewrite_links: links };
      return sendExportFile('/platen/v1/exchange/imports', file ?? new File([], ''), query, {
        progress: setShare,
        signal: stopping.signal,
      });
    },
    onSettled: () => client.invalidateQueries({ queryKey: ['exchange'] }),
  });
  const isStopped = begin.error instanceof DOMException;
  return (
    <Paper withBorder p="lg" component="section" aria-label={own.import}>
      <Title order={2} mb="xs">
        {own.import}
      </Title>
      <Text size="sm" c="dimmed" mb="md">
        {own.importText}
      </Text>
      <Stack>
        <FileInput
          label={own.chooseFile}
          description={own.fileHint}
          leftSection={<FileUp size={18} aria-hidden />}
          accept=".xml,.gz,application/xml,text/xml,application/gzip"
          value={file}
          onChange={setFile}
          clearable
          clearButtonProps={{ 'aria-label': words.common.close }}
        />
        <div>
          <Input.Label component="div">{own.author}</Input.Label>
          <RemoteSelect
            label={own.keepAuthors}
            queryKey="logins"
            value={author}
            onChange={setAuthor}
            find={async (search, signal) =>
              (await api.get('/wp/v2/users', { search, per_page: 20 }, signal)).map(({ username, name }) => ({
                value: username,
                label: `${name} (${username})`,
              }))
            }
            name={async (value) => ({ value, label: value })}
          />
        </div>
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
          <TextInput
            label={own.oldAddress}
            description={own.oldAddressHint}
            placeholder="https://old.example"
            value={oldAddress}
            onChange={(event) => setOldAddress(event.currentTarget.value)}
          />
          <TextInput
            label={own.newAddress}
            description={own.newAddressHint}
            placeholder="https://new.example"
            value={newAddress}
            onChange={(event) => setNewAddress(event.currentTarget.value)}
          />
        </SimpleGrid>
        <Switch
          label={own.fetch}
          checked={fetchesFiles}
          onChange={(event) => setFetchesFiles(event.currentTarget.checked)}
        />
        {begin.isPending && <UploadProgress share={share} stop={controller} />}
        {begin.isError && !isStopped && <ErrorState title={words.states.notSaved} error={begin.error} />}
        <Group>
          <Button
            variant="default"
            disabled={!file || isBusy}
            loading={begin.isPending}
            onClick={() => begin.mutate(true)}
          >
            {own.tryFirst}
          </Button>
          <Button disabled={!file || isBusy} loading={begin.isPending} onClick={() => begin.mutate(false)}>
            {own.begin}
          </Button>
        </Group>
      </Stack>
    </Paper>
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
