import { Button, FileInput, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { FileUp } from 'lucide-react';
import { useRef, useState } from 'react';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { ErrorState } from '../../ui/states.tsx';
import { useOwnWords, useWords } from '../../words/words.tsx';
import { sendExportFile } from './send-export-file.ts';
import { UploadProgress } from './upload-progress.tsx';
import { exchangeWords } from './words.ts';

/** Replaces the site by an archive. What was there is kept as an archive first, so that it can be brought back. */
export function RestoreForm({ isBusy }: { readonly isBusy: boolean }) {
  const words = useWords();
  const own = useOwnWords(exchangeWords);
  const client = useQueryClient();
  const [file, setFile] = useState<File | null>(null);
  const [isAsking, setAsking] = useState(false);
  const [share, setShare] = useState(0);
  const controller = useRef<AbortController | null>(null);
  const begin = useMutation({
    mutationFn: (isDry: boolean) => {
      const stopping = new AbortController();
      controller.current = stopping;
      setShare(0);
      setAsking(false);
      const query = isDry ? { dry_run: true } : { replace: true };
      return sendExportFile('/platen/v1/exchange/restores', file ?? new File([], ''), query, {
        progress: setShare,
        signal: stopping.signal,
      });
    },
    onSettled: () => client.invalidateQueries({ queryKey: ['exchange'] }),
  });
  const isStopped = begin.error instanceof DOMException;
  return (
    <Paper withBorder p="lg" component="section" aria-label={own.restore}>
      <Title order={2} mb="xs">
        {own.restore}
      </Title>
      <Text size="sm" c="dimmed" mb="md">
        {own.restoreText}
      </Text>
      <Stack>
        <FileInput
          label={own.chooseArchive}
          description={own.archiveFileHint}
          leftSection={<FileUp size={18} aria-hidden />}
          accept=".gz,.tgz,application/gzip"
          value={file}
          onChange={setFile}
          clearable
          clearButtonProps={{ 'aria-label': words.common.close }}
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
            {own.tryArchive}
          </Button>
          <Button color="red" disabled={!file || isBusy} loading={begin.isPending} onClick={() => setAsking(true)}>
            {own.restoreNow}
          </Button>
        </Group>
      </Stack>
      <ConfirmDialog
        isOpened={isAsking}
        title={own.restoreAsk}
        text={own.restoreAskText}
        action={own.restoreNow}
        confirm={() => begin.mutate(false)}
        close={() => setAsking(false)}
      />
    </Paper>
  );
}
