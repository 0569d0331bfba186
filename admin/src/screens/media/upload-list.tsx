import { Button, CloseButton, Group, Paper, Progress, Stack, Text } from '@mantine/core';
import { useOwnWords, useWords } from '../../words/words.tsx';
import type { Uploads } from './use-uploads.ts';
import { mediaWords } from './words.ts';

/** How far each file is, and why one was refused. */
export function UploadList({ uploads }: { readonly uploads: Uploads }) {
  const words = useWords();
  const own = useOwnWords(mediaWords);
  if (uploads.all.length === 0) return null;
  const done = uploads.all.filter(({ state }) => state === 'done').length;
  const isOver = uploads.all.every(({ state }) => state !== 'waiting' && state !== 'sending');
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
          .map(({ id, name, progress, state, reason }) => (
            <div key={id}>
              <Group justify="space-between" wrap="nowrap" gap="xs">
                <Text size="sm" truncate>
                  {name}
                </Text>
                {(state === 'waiting' || state === 'sending') && (
                  <CloseButton size="sm" aria-label={own.cancelUpload(name)} onClick={() => uploads.cancel(id)} />
                )}
              </Group>
              {state === 'failed' && (
                <Text size="sm" c="red" role="alert">
                  {reason}
                </Text>
              )}
              {state === 'cancelled' && (
                <Text size="sm" c="dimmed">
                  {own.cancelled}
                </Text>
              )}
              {state === 'sending' && <Progress value={progress * 100} size="sm" aria-label={name} />}
            </div>
          ))}
      </Stack>
    </Paper>
  );
}
