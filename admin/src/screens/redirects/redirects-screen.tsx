import { Badge, Button, FileButton, Select, Stack, Table, Text, Textarea, TextInput } from '@mantine/core';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Plus, Upload } from 'lucide-react';
import { useState } from 'react';
import { api } from '../../api/api.ts';
import type { Routes } from '../../api/interface.ts';
import { Refused } from '../../api/refused.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { TextButton } from '../../ui/links.tsx';
import { notifyDone, notifyFailed } from '../../ui/notify.tsx';
import { PagesBar } from '../../ui/pages-bar.tsx';
import { Screen } from '../../ui/screen.tsx';
import { useListSearch } from '../../ui/search-field.tsx';
import { SearchedTable } from '../../ui/searched-table.tsx';
import { useDates, useOwnWords, useWords } from '../../words/words.tsx';
import { redirectWords } from './words.ts';

type Redirect = Routes['/platen/v1/redirects/{id}']['GET']['edit'];

/** Where old addresses lead. */
export function RedirectsScreen() {
  const words = useWords();
  const own = useOwnWords(redirectWords);
  const dates = useDates();
  const client = useQueryClient();
  const { page, setPage, search, field } = useListSearch();
  const [edited, setEdited] = useState<Redirect | 'new' | null>(null);
  const [isImporting, setImporting] = useState(false);
  const list = useQuery({
    queryKey: ['redirects', page, search],
    queryFn: ({ signal }) => api.list('/platen/v1/redirects', { page, search }, signal),
    placeholderData: keepPreviousData,
  });
  const refresh = () => client.invalidateQueries({ queryKey: ['redirects'] });
  const again = async ({ source, target, status }: Redirect) => {
    await api.post('/platen/v1/redirects', { source, target, status });
    await refresh();
  };
  const remove = useMutation({
    mutationFn: (redirect: Redirect) => api.delete('/platen/v1/redirects/{id}', { id: redirect.id }),
    onSuccess: async (_, redirect) => {
      notifyDone(words, own.removed, () => {
        again(redirect).catch((error: unknown) => notifyFailed(words, words.states.notSaved, error));
      });
      await refresh();
    },
    onError: (error) => notifyFailed(words, words.states.notSaved, error),
  });
  const redirects = list.data?.items ?? [];
  return (
    <Screen
      title={own.title}
      note={list.data && own.count(list.data.total)}
      actions={
        <>
          <Button variant="default" leftSection={<Upload size={18} aria-hidden />} onClick={() => setImporting(true)}>
            {own.import}
          </Button>
          <Button leftSection={<Plus size={18} aria-hidden />} onClick={() => setEdited('new')}>
            {own.new}
          </Button>
        </>
      }
    >
      <SearchedTable
        words={own}
        searching={{ search, field }}
        query={list}
        count={redirects.length}
        actionsWidth={110}
        headings={
          <>
            <Table.Th>{own.source}</Table.Th>
            <Table.Th visibleFrom="sm">{own.target}</Table.Th>
            <Table.Th visibleFrom="sm" w={90}>
              {own.status}
            </Table.Th>
            <Table.Th visibleFrom="sm" w={170} ta="end">
              {own.hits}
            </Table.Th>
          </>
        }
      >
        {redirects.map((redirect) => (
          <Table.Tr key={redirect.id}>
            <Table.Td style={{ overflowWrap: 'anywhere' }}>
              <TextButton onClick={() => setEdited(redirect)}>
                <bdi dir="ltr">{redirect.source}</bdi>
              </TextButton>
              <Text size="sm" c="dimmed" hiddenFrom="sm">
                {redirect.status === 410 ? own.gone : <bdi dir="ltr">→ {redirect.target}</bdi>}
              </Text>
            </Table.Td>
            <Table.Td visibleFrom="sm" style={{ overflowWrap: 'anywhere' }}>
              {redirect.status === 410 ? (
                <Badge color="gray">{own.gone}</Badge>
              ) : (
                <bdi dir="ltr">{redirect.target}</bdi>
              )}
            </Table.Td>
            <Table.Td visibleFrom="sm">{redirect.status}</Table.Td>
            <Table.Td visibleFrom="sm" ta="end">
              {redirect.hits.toLocaleString()}
              {redirect.last_hit && (
                <Text size="xs" c="dimmed">
                  {own.lastHit(dates.day(new Date(`${redirect.last_hit}Z`)))}
                </Text>
              )}
            </Table.Td>
            <Table.Td>
              <Button
                size="compact-sm"
                variant="default"
                aria-label={`${own.remove}: ${redirect.source}`}
                onClick={() => remove.mutate(redirect)}
              >
                {own.remove}
              </Button>
            </Table.Td>
          </Table.Tr>
        ))}
      </SearchedTable>
      <PagesBar page={page} pages={list.data?.pages ?? 0} go={setPage} />
      {edited && <RedirectForm stored={edited === 'new' ? null : edited} close={() => setEdited(null)} />}
      {isImporting && <ImportCsv close={() => setImporting(false)} />}
    </Screen>
  );
}

function RedirectForm({ stored, close }: { readonly stored: Redirect | null; readonly close: () => void }) {
  const words = useWords();
  const own = useOwnWords(redirectWords);
  const client = useQueryClient();
  const [source, setSource] = useState(stored?.source ?? '');
  const [target, setTarget] = useState(stored?.target ?? '');
  const [status, setStatus] = useState(stored?.status ?? 301);
  const save = useMutation({
    mutationFn: () =>
      stored
        ? api.post('/platen/v1/redirects/{id}', { id: stored.id, source, target, status })
        : api.post('/platen/v1/redirects', { source, target, status }),
    onSuccess: async () => {
      notifyDone(words, words.list.changed(1));
      close();
      await client.invalidateQueries({ queryKey: ['redirects'] });
    },
  });
  const refusals = save.error instanceof Refused ? save.error.fields : {};
  return (
    <FormDialog title={stored ? own.edit : own.new} submit={words.common.save} saving={save} close={close}>
      <TextInput
        label={own.source}
        description={own.sourceHint}
        required
        data-autofocus
        value={source}
        error={refusals['source']}
        onChange={(event) => setSource(event.currentTarget.value)}
      />
      <Select
        label={own.status}
        allowDeselect={false}
        data={Object.entries(own.statuses).map(([value, label]) => ({ value, label }))}
        value={String(status)}
        error={refusals['status']}
        onChange={(value) => setStatus(Number(value))}
      />
      {status !== 410 && (
        <TextInput
          label={own.target}
          description={own.targetHint}
          required
          value={target}
          error={refusals['target']}
          onChange={(event) => setTarget(event.currentTarget.value)}
        />
      )}
    </FormDialog>
  );
}

function ImportCsv({ close }: { readonly close: () => void }) {
  const words = useWords();
  const own = useOwnWords(redirectWords);
  const client = useQueryClient();
  const [csv, setCsv] = useState('');
  const read = useMutation({
    mutationFn: () => api.post('/platen/v1/redirects/import', { csv }),
    onSuccess: async ({ made, changed, refused }) => {
      notifyDone(words, own.imported(made.toLocaleString(), changed.toLocaleString()));
      if (refused.length === 0) close();
      await client.invalidateQueries({ queryKey: ['redirects'] });
    },
  });
  return (
    <FormDialog title={own.import} submit={own.importNow} saving={read} close={close}>
      <Text size="sm" c="dimmed">
        {own.importText}
      </Text>
      <FileButton accept=".csv,text/csv,text/plain" onChange={(file) => void file?.text().then(setCsv)}>
        {(props) => (
          <Button variant="default" {...props}>
            {own.chooseFile}
          </Button>
        )}
      </FileButton>
      <Textarea
        label={own.importLabel}
        required
        autosize
        minRows={6}
        maxRows={14}
        value={csv}
        onChange={(event) => setCsv(event.currentTarget.value)}
      />
      {read.data && read.data.refused.length > 0 && (
        <Stack gap={4} role="alert">
          {read.data.refused.map(({ line, reason }) => (
            <Text key={line} size="sm">
              {own.refusedLine(line, reason)}
            </Text>
          ))}
        </Stack>
      )}
    </FormDialog>
  );
}
