import { Alert, Button, Code, Group, Modal, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../api/api.ts';
import { Refused } from '../../api/refused.ts';
import { CopyButton } from '../../ui/copy-button.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { notifyDone } from '../../ui/notify.tsx';
import { useOwnWords, useWords } from '../../words/words.tsx';
import type { Webhook } from './webhook-types.ts';
import { webhookWords } from './words.ts';

interface WebhookFormProps {
  readonly stored: Webhook | null;
  readonly close: () => void;
  /** A new webhook has a secret, which is shown once. */
  readonly made: (secret: string) => void;
}

/** Adds a webhook or changes it. */
export function WebhookForm({ stored, close, made }: WebhookFormProps) {
  const words = useWords();
  const own = useOwnWords(webhookWords);
  const client = useQueryClient();
  const [url, setUrl] = useState(stored?.url ?? '');
  const [typed, setTyped] = useState(stored?.events.join(', ') ?? '*');
  const [description, setDescription] = useState(stored?.description ?? '');
  const save = useMutation({
    mutationFn: async () => {
      const events = typed.split(/[\s,]+/).filter((event) => event !== '');
      if (stored) {
        await api.post('/platen/v1/webhooks/{id}', { id: stored.id, url, events, description });
        return null;
      }
      return (await api.post('/platen/v1/webhooks', { url, events, description })).secret;
    },
    onSuccess: async (secret) => {
      close();
      if (secret === null) notifyDone(words, words.list.changed(1));
      else made(secret);
      await client.invalidateQueries({ queryKey: ['webhooks'] });
    },
  });
  const refusals = save.error instanceof Refused ? save.error.fields : {};
  return (
    <FormDialog title={stored ? own.edit : own.new} submit={words.common.save} saving={save} close={close}>
      <TextInput
        label={own.url}
        description={own.urlHint}
        type="url"
        required
        data-autofocus
        value={url}
        error={refusals['url']}
        onChange={(event) => setUrl(event.currentTarget.value)}
      />
      <TextInput
        label={own.events}
        description={own.eventsHint}
        required
        value={typed}
        error={refusals['events']}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      <Textarea
        label={own.description}
        autosize
        minRows={2}
        value={description}
        error={refusals['description']}
        onChange={(event) => setDescription(event.currentTarget.value)}
      />
    </FormDialog>
  );
}

/** A secret, the only time that it is shown. */
export function SecretDialog({ secret, close }: { readonly secret: string; readonly close: () => void }) {
  const words = useWords();
  const own = useOwnWords(webhookWords);
  return (
    <Modal
      opened
      onClose={close}
      title={own.secret}
      closeOnClickOutside={false}
      closeButtonProps={{ 'aria-label': words.common.close }}
    >
      <Stack>
        <Alert color="yellow">{own.secretText}</Alert>
        <Code block style={{ overflowWrap: 'anywhere', whiteSpace: 'pre-wrap' }}>
          {secret}
        </Code>
        <Group justify="flex-end">
          <CopyButton value={secret} label={own.copy} data-autofocus />
          <Button onClick={close}>{own.done}</Button>
        </Group>
      </Stack>
    </Modal>
  );
}

interface RotateProps {
  readonly webhook: Webhook;
  readonly close: () => void;
  readonly made: (secret: string) => void;
}

/** Gives a webhook another secret. */
export function RotateDialog({ webhook, close, made }: RotateProps) {
  const own = useOwnWords(webhookWords);
  const client = useQueryClient();
  const rotate = useMutation({
    mutationFn: () => api.post('/platen/v1/webhooks/{id}/rotate', { id: webhook.id }),
    onSuccess: async ({ secret }) => {
      close();
      made(secret);
      await client.invalidateQueries({ queryKey: ['webhooks'] });
    },
  });
  return (
    <FormDialog title={own.rotate} submit={own.rotate} saving={rotate} close={close}>
      <Text size="sm">{own.rotateText}</Text>
    </FormDialog>
  );
}
