import { Alert, Button, Group, List, Paper, Stack, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { TextLink } from '../../ui/links.tsx';
import { LoadStates } from '../../ui/list-states.tsx';
import { notifyDone, notifyFailed } from '../../ui/notify.tsx';
import { Screen } from '../../ui/screen.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { useDates, useOwnWords, useWords } from '../../words/words.tsx';
import { ProposalCard } from '../proposals/proposal-card.tsx';
import { PublishAtDialog } from './publish-at-dialog.tsx';
import { RefusalNote, ReleaseState } from './release-state.tsx';
import {
  publishRelease,
  type Release,
  refusedChanges,
  releaseQuery,
  removeRelease,
  scheduleRelease,
  takeOut,
  unscheduleRelease,
} from './releases-api.ts';
import { ReleaseForm } from './releases-screen.tsx';
import { releaseWords } from './words.ts';

/** One release: what it will change, item by item, and when. */
export function ReleaseScreen() {
  const { id: text } = useParams({ from: '/releases/$id' });
  const own = useOwnWords(releaseWords);
  const words = useWords();
  const client = useQueryClient();
  const query = useQuery(releaseQuery(Number(text)));
  const release = query.data;
  const out = useMutation({
    mutationFn: (change: number) => takeOut(Number(text), change),
    onSuccess: async () => {
      notifyDone(words, own.takenOut);
      await client.invalidateQueries({ queryKey: ['releases'] });
    },
    onError: (error) => notifyFailed(words, words.states.notSaved, error),
  });
  const isOpen = release?.state === 'open';
  return (
    <Screen title={release?.name ?? own.title} note={release && own.changes(release.changes.length + release.hidden)}>
      <Text mb="md">
        <TextLink to="/releases">{own.back}</TextLink>
      </Text>
      <LoadStates query={query} rows={4} />
      {release && (
        <Stack>
          <ReleaseCard release={release} />
          {release.changes.length + release.hidden === 0 && (
            <Paper withBorder>
              <EmptyState title={own.noChanges} text={own.noChangesText} />
            </Paper>
          )}
          {release.changes.map((change) => (
            <ProposalCard
              key={change.id}
              proposal={change}
              inRelease={
                isOpen ? (
                  <Button variant="default" loading={out.isPending} onClick={() => out.mutate(change.id)}>
                    {own.takeOut}
                  </Button>
                ) : null
              }
            />
          ))}
          {release.hidden > 0 && <Text c="dimmed">{own.hidden(release.hidden)}</Text>}
        </Stack>
      )}
    </Screen>
  );
}

function ReleaseCard({ release }: { readonly release: Release }) {
  const words = useWords();
  const own = useOwnWords(releaseWords);
  const dates = useDates();
  const client = useQueryClient();
  const navigate = useNavigate();
  const [dialog, setDialog] = useState<'edit' | 'time' | 'remove' | null>(null);
  const close = () => setDialog(null);
  const settled = async (note: string) => {
    close();
    notifyDone(words, note);
    await client.invalidateQueries({ queryKey: ['releases'] });
    await client.invalidateQueries({ queryKey: ['proposals'] });
  };
  const publish = useMutation({
    mutationFn: (over: readonly number[]) => publishRelease(release, over),
    onSuccess: () => settled(own.published),
    onError: async (error) => {
      if (refusedChanges(error).length > 0) return;
      notifyFailed(words, words.states.notSaved, error);
      await client.invalidateQueries({ queryKey: ['releases'] });
    },
  });
  const unplan = useMutation({
    mutationFn: () => unscheduleRelease(release.id),
    onSuccess: () => settled(own.unplanned),
    onError: (error) => notifyFailed(words, words.states.notSaved, error),
  });
  const remove = useMutation({
    mutationFn: () => removeRelease(release.id),
    onSuccess: async () => {
      await navigate({ to: '/releases' });
      await settled(own.removed);
    },
  });
  const isOpen = release.state === 'open';
  const isEmpty = release.changes.length === 0;
  return (
    <Paper withBorder p="md" component="section" aria-label={release.name}>
      <Stack gap="sm" align="flex-start">
        <Group gap="xs">
          <ReleaseState release={release} />
        </Group>
        <Text size="sm" c="dimmed">
          {own.by(release.author_name, dates.minute(new Date(`${release.created_gmt}Z`)))}
        </Text>
        {release.note && <Text size="sm">{release.note}</Text>}
        <RefusalNote refusal={release.refusal} />
        <Refusals error={publish.error} over={(ids) => publish.mutate(ids)} isPending={publish.isPending} />
        {isOpen && (
          <Group gap="xs">
            <Button disabled={isEmpty} loading={publish.isPending} onClick={() => publish.mutate([])}>
              {own.publish}
            </Button>
            <Button variant="default" disabled={isEmpty} onClick={() => setDialog('time')}>
              {own.publishAt}
            </Button>
            {release.publish_date !== null && release.can_manage && (
              <Button variant="default" loading={unplan.isPending} onClick={() => unplan.mutate()}>
                {own.unplan}
              </Button>
            )}
            {release.can_manage && (
              <>
                <Button variant="default" onClick={() => setDialog('edit')}>
                  {own.edit}
                </Button>
                <Button variant="default" onClick={() => setDialog('remove')}>
                  {own.remove}
                </Button>
              </>
            )}
          </Group>
        )}
      </Stack>
      {dialog === 'edit' && <ReleaseForm stored={release} close={close} />}
      {dialog === 'time' && (
        <PublishAtDialog
          date={release.publish_date}
          plan={(date) => scheduleRelease(release, date)}
          done={() => settled(own.planned)}
          close={close}
        />
      )}
      <ConfirmDialog
        isOpened={dialog === 'remove'}
        title={own.removeTitle}
        text={own.removeText}
        action={own.remove}
        isBusy={remove.isPending}
        error={remove.error}
        confirm={() => remove.mutate()}
        close={close}
      />
    </Paper>
  );
}

interface RefusalsProps {
  readonly error: unknown;
  readonly over: (changes: readonly number[]) => void;
  readonly isPending: boolean;
}

/** Which changes kept the release from being published; over conflicts one may publish all the same. */
function Refusals({ error, over, isPending }: RefusalsProps) {
  const own = useOwnWords(releaseWords);
  const refused = refusedChanges(error);
  if (refused.length === 0) return null;
  const isConflict = refused.every(({ code }) => code === 'platen_pending_conflict');
  return (
    <Alert color="yellow" title={own.conflict} role="alert">
      <Stack gap="xs" align="flex-start">
        <Text size="sm">{isConflict ? own.conflictText : own.refusedText}</Text>
        <List size="sm">
          {refused.map(({ change, title, message }) => (
            <List.Item key={change}>{isConflict ? title : `${title}: ${message}`}</List.Item>
          ))}
        </List>
        {isConflict && (
          <Button size="compact-sm" loading={isPending} onClick={() => over(refused.map(({ change }) => change))}>
            {own.over}
          </Button>
        )}
      </Stack>
    </Alert>
  );
}
