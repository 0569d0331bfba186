import { ActionIcon, Button, CloseButton, Group, Paper, Progress, Stack, Text } from '@mantine/core';
import { Pause, Play } from 'lucide-react';
import { useOwnWords, useWords } from '../../words/words.tsx';
import type { Upload } from './uploads.ts';
import type { Uploads } from './use-uploads.ts';
import { mediaWords } from './words.ts';

const isUnfinished = (state: Upload['state']): boolean =>
  state === 'waiting' || state === 'sending' || state === 'paused';

/** How far each file is, and why one was refused. */
export function UploadList({ uploads }: { readonly uploads: Uploads }) {
  const words = useWords();
  const own = useOwnWords(mediaWords);
  if (uploads.all.length === 0) return null;
  const done = uploads.all.filter(({ state }) => state === 'done').length;
  const isOver = !uploads.all.some(({ state }) => isUnfinished(state));
  return (
    <Paper withBorder p="md" mb="md" component="section" aria-label={own.uploads}>
      <Group justify="space-between" mb="xs">
        <Text fw={600} role="status">
          {own.uploaded(done, uploads.all.length)}
        </Text>
        {isOver && (
          <Button size="compact-sm" variant="subtle" onClick={uploads.clear}>
            {words.common.close}
          </Button>
        )}
      </Group>
      <Stack gap={6} mah={240} style={{ overflowY: 'auto' }}>
        {uploads.all
          .filter(({ state }) => state !== 'done')
          .map(({ id, name, progress, state, reason, isResumable, isInterrupted }) => (
            <div key={id}>
              <Group justify="space-between" wrap="nowrap" gap="xs">
                <Text size="sm" truncate>
                  {name}
                </Text>
                {isUnfinished(state) && (
                  <Group wrap="nowrap" gap={4}>
                    {isResumable && state === 'sending' && (
                      <ActionIcon
                        size={28}
                        variant="subtle"
                        color="gray"
                        aria-label={own.pauseUpload(name)}
                        onClick={() => uploads.pause(id)}
                      >
                        <Pause size={16} aria-hidden />
                      </ActionIcon>
                    )}
                    {state === 'paused' && (
                      <ActionIcon
                        size={28}
                        variant="subtle"
                        aria-label={own.resumeUpload(name)}
                        onClick={() => uploads.resume(id)}
                      >
                        <Play size={16} aria-hidden />
                      </ActionIcon>
                    )}
                    <CloseButton size={28} aria-label={own.cancelUpload(name)} onClick={() => uploads.cancel(id)} />
                  </Group>
                )}
              </Group>
              {state === 'failed' && (
                <Group gap="xs" wrap="nowrap" justify="space-between" align="flex-start">
                  <Text size="sm" c="red" role="alert">
                    {reason}
                  </Text>
                  <Button
                    size="compact-sm"
                    variant="default"
                    style={{ flexShrink: 0 }}
                    aria-label={own.retryUpload(name)}
                    onClick={() => uploads.retry(id)}
                  >
                    {words.common.retry}
                  </Button>
                </Group>
              )}
              {state === 'cancelled' && (
                <Text size="sm" c="dimmed">
                  {own.cancelled}
                </Text>
              )}
              {(state === 'paused' || (state === 'sending' && isInterrupted)) && (
                <Text size="sm" c="dimmed" role="status">
                  {state === 'paused' ? own.paused : own.interrupted}
                </Text>
              )}
              {(state === 'sending' || state === 'paused') && (
                <Progress value={progress * 100} size="sm" aria-label={name} />
              )}
            </div>
          ))}
      </Stack>
    </Paper>
  );
}
