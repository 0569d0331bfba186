import { Button, Table, Text, Textarea, TextInput } from '@mantine/core';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { TextLink } from '../../ui/links.tsx';
import { ListStates, ListTable } from '../../ui/list-states.tsx';
import { PagesBar } from '../../ui/pages-bar.tsx';
import { Screen } from '../../ui/screen.tsx';
import { useDates, useOwnWords, useWords } from '../../words/words.tsx';
import { ReleaseState } from './release-state.tsx';
import { changeRelease, makeRelease, releasesQuery } from './releases-api.ts';
import { releaseWords } from './words.ts';

/** What goes public together. */
export function ReleasesScreen() {
  const own = useOwnWords(releaseWords);
  const dates = useDates();
  const navigate = useNavigate();
  const [page, setPage] = useState(1);
  const [isMaking, setMaking] = useState(false);
  const list = useQuery({ ...releasesQuery(page, null), placeholderData: keepPreviousData });
  const releases = list.data?.items ?? [];
  const make = (
    <Button leftSection={<Plus size={18} aria-hidden />} onClick={() => setMaking(true)}>
      {own.new}
    </Button>
  );
  return (
    <Screen title={own.title} note={list.data && own.count(list.data.total)} actions={make}>
      <Text c="dimmed" mb="md">
        {own.text}
      </Text>
      <ListStates query={list} count={releases.length} empty={{ title: own.empty, text: own.emptyText }}>
        <ListTable label={own.title}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{own.name}</Table.Th>
              <Table.Th>{own.state}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {releases.map((release) => (
              <Table.Tr key={release.id}>
                <Table.Td style={{ overflowWrap: 'anywhere' }}>
                  <TextLink to="/releases/$id" params={{ id: String(release.id) }} fw={600}>
                    {release.name}
                  </TextLink>
                  <Text size="sm" c="dimmed">
                    {own.by(release.author_name, dates.minute(new Date(`${release.created_gmt}Z`)))}
                  </Text>
                  {release.note && <Text size="sm">{release.note}</Text>}
                </Table.Td>
                <Table.Td>
                  <ReleaseState release={release} />
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </ListTable>
      </ListStates>
      <PagesBar page={page} pages={list.data?.pages ?? 0} go={setPage} />
      {isMaking && (
        <ReleaseForm
          stored={null}
          close={() => setMaking(false)}
          done={(id) => navigate({ to: '/releases/$id', params: { id: String(id) } })}
        />
      )}
    </Screen>
  );
}

interface ReleaseFormProps {
  readonly stored: { readonly id: number; readonly name: string; readonly note: string } | null;
  readonly close: () => void;
  readonly done?: (id: number) => unknown;
}

/** The name of a release and what it is for. */
export function ReleaseForm({ stored, close, done }: ReleaseFormProps) {
  const words = useWords();
  const own = useOwnWords(releaseWords);
  const client = useQueryClient();
  const [name, setName] = useState(stored?.name ?? '');
  const [note, setNote] = useState(stored?.note ?? '');
  const saving = useMutation({
    mutationFn: () => (stored ? changeRelease(stored.id, name, note) : makeRelease(name, note)),
    onSuccess: async ({ id }) => {
      close();
      await client.invalidateQueries({ queryKey: ['releases'] });
      await done?.(id);
    },
  });
  return (
    <FormDialog
      title={stored ? own.editTitle : own.newTitle}
      submit={stored ? words.common.save : own.make}
      saving={saving}
      close={close}
    >
      <TextInput
        label={own.name}
        required
        maxLength={200}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
        data-autofocus
      />
      <Textarea
        label={own.note}
        autosize
        minRows={2}
        maxLength={4000}
        value={note}
        onChange={(event) => setNote(event.currentTarget.value)}
      />
    </FormDialog>
  );
}
