import { Alert, Button, Group, Paper, Stack, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { api } from '../../api/api.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { TextLink } from '../../ui/links.tsx';
import { LoadStates } from '../../ui/list-states.tsx';
import { notifyDone, notifyFailed } from '../../ui/notify.tsx';
import { Screen } from '../../ui/screen.tsx';
import { useDates, useOwnWords, useWords } from '../../words/words.tsx';
import { Deliveries } from './deliveries.tsx';
import { RotateDialog, SecretDialog, WebhookForm } from './webhook-forms.tsx';
import type { Webhook } from './webhook-types.ts';
import { WebhookState } from './webhooks-screen.tsx';
import { webhookWords } from './words.ts';

/** One webhook with what was sent to it. */
export function WebhookScreen() {
  const { id: text } = useParams({ from: '/webhooks/$id' });
  const id = Number(text);
  const words = useWords();
  const own = useOwnWords(webhookWords);
  const webhook = useQuery({
    queryKey: ['webhooks', 'item', id],
    queryFn: ({ signal }) => api.get('/platen/v1/webhooks/{id}', { id }, signal),
  });
  return (
    <Screen title={words.screens.webhook}>
      <Text mb="md">
        <TextLink to="/webhooks">{own.back}</TextLink>
      </Text>
      <LoadStates query={webhook} rows={4} />
      {webhook.data && (
        <Stack>
          <WebhookCard webhook={webhook.data} />
          <Deliveries webhook={webhook.data} />
        </Stack>
      )}
    </Screen>
  );
}

type Dialog = 'edit' | 'rotate' | 'remove' | null;

function WebhookCard({ webhook }: { readonly webhook: Webhook }) {
  const words = useWords();
  const own = useOwnWords(webhookWords);
  const dates = useDates();
  const client = useQueryClient();
  const navigate = useNavigate();
  const [dialog, setDialog] = useState<Dialog>(null);
  const [secret, setSecret] = useState<string | null>(null);
  const { id, status } = webhook;
  const isActive = status === 'enabled';
  const onError = (error: unknown) => notifyFailed(words, words.states.notSaved, error);
  const refresh = () => client.invalidateQueries({ queryKey: ['webhooks'] });
  const change = useMutation({
    mutationFn: () => api.post('/platen/v1/webhooks/{id}', { id, status: isActive ? 'disabled' : 'enabled' }),
    onSuccess: async () => {
      notifyDone(words, isActive ? own.paused : own.resumed);
      await refresh();
    },
    onError,
  });
  const test = useMutation({
    mutationFn: () => api.post('/platen/v1/webhooks/{id}/ping', { id }),
    onSuccess: async () => {
      notifyDone(words, own.tested);
      await refresh();
    },
    onError,
  });
  const remove = useMutation({
    mutationFn: () => api.delete('/platen/v1/webhooks/{id}', { id }),
    onSuccess: async () => {
      notifyDone(words, own.removed);
      await navigate({ to: '/webhooks' });
      await refresh();
    },
  });
  return (
    <Paper withBorder p="lg" component="section" aria-label={webhook.url}>
      <Stack gap="sm">
        <Group justify="space-between" align="flex-start" wrap="nowrap">
          <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
            <bdi dir="ltr">{webhook.url}</bdi>
          </Text>
          <WebhookState webhook={webhook} />
        </Group>
        <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
          {own.events}: <bdi dir="ltr">{webhook.events.join(', ')}</bdi>
        </Text>
        {webhook.description && <Text size="sm">{webhook.description}</Text>}
        {(webhook.reason || webhook.failing_since_gmt) && (
          <Alert color="yellow" role="status">
            {webhook.reason || own.failing(dates.minute(new Date(webhook.failing_since_gmt ?? '')))}
          </Alert>
        )}
        <Group gap="xs">
          <Button variant="default" loading={test.isPending} disabled={!isActive} onClick={() => test.mutate()}>
            {own.test}
          </Button>
          <Button variant="default" loading={change.isPending} onClick={() => change.mutate()}>
            {isActive ? own.pause : own.resume}
          </Button>
          <Button variant="default" onClick={() => setDialog('edit')}>
            {own.change}
          </Button>
          <Button variant="default" onClick={() => setDialog('rotate')}>
            {own.rotate}
          </Button>
          <Button variant="default" onClick={() => setDialog('remove')}>
            {own.remove}
          </Button>
        </Group>
      </Stack>
      {dialog === 'edit' && <WebhookForm stored={webhook} close={() => setDialog(null)} made={setSecret} />}
      {dialog === 'rotate' && <RotateDialog webhook={webhook} close={() => setDialog(null)} made={setSecret} />}
      <ConfirmDialog
        isOpened={dialog === 'remove'}
        title={own.remove}
        text={own.removeText}
        action={own.remove}
        isBusy={remove.isPending}
        error={remove.error}
        confirm={() => remove.mutate()}
        close={() => setDialog(null)}
      />
      {secret !== null && <SecretDialog secret={secret} close={() => setSecret(null)} />}
    </Paper>
  );
}
