import { Button, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { useOwnWords } from '../../words/words.tsx';
import { UploadFile, UploadStates } from './upload-states.tsx';
import { useUpload } from './use-upload.ts';
import { exchangeWords } from './words.ts';

/** Replaces the site by an archive. What was there is kept as an archive first, so that it can be brought back. */
export function RestoreForm({ isBusy }: { readonly isBusy: boolean }) {
  const own = useOwnWords(exchangeWords);
  const [isAsking, setAsking] = useState(false);
  const upload = useUpload('/platen/v1/exchange/restores');
  const state = { disabled: !upload.file || isBusy, loading: upload.isPending };
  return (
    <Paper withBorder p="lg" component="section" aria-label={own.restore}>
      <Title order={2} mb="xs">
        {own.restore}
      </Title>
      <Text size="sm" c="dimmed" mb="md">
        {own.restoreText}
      </Text>
      <Stack>
        <UploadFile
          upload={upload}
          label={own.chooseArchive}
          hint={own.archiveFileHint}
          accept=".gz,.tgz,application/gzip"
        />
        <UploadStates upload={upload} />
        <Group>
          <Button variant="default" {...state} onClick={() => upload.send({ dry_run: true })}>
            {own.tryArchive}
          </Button>
          <Button color="red" {...state} onClick={() => setAsking(true)}>
            {own.restoreNow}
          </Button>
        </Group>
      </Stack>
      <ConfirmDialog
        isOpened={isAsking}
        title={own.restoreAsk}
        text={own.restoreAskText}
        action={own.restoreNow}
        confirm={() => {
          setAsking(false);
          upload.send({ replace: true });
        }}
        close={() => setAsking(false)}
      />
    </Paper>
  );
}
