import { Button, FileInput, Group, Progress, Text } from '@mantine/core';
import { FileUp } from 'lucide-react';
import { ErrorState } from '../../ui/states.tsx';
import { useOwnWords, useWords } from '../../words/words.tsx';
import type { Upload } from './use-upload.ts';
import { exchangeWords } from './words.ts';

interface UploadFileProps {
  readonly upload: Upload;
  readonly label: string;
  readonly hint: string;
  readonly accept: string;
}

/** The field for the file of an upload. */
export function UploadFile({ upload, label, hint, accept }: UploadFileProps) {
  const words = useWords();
  return (
    <FileInput
      label={label}
      description={hint}
      leftSection={<FileUp size={18} aria-hidden />}
      accept={accept}
      value={upload.file}
      onChange={upload.choose}
      clearable
      clearButtonProps={{ 'aria-label': words.common.close }}
    />
  );
}

/** How much of a file has arrived, with a way to stop it, or why it could not be sent. */
export function UploadStates({ upload }: { readonly upload: Upload }) {
  const words = useWords();
  const own = useOwnWords(exchangeWords);
  const percent = Math.round(upload.share * 100);
  if (upload.error) return <ErrorState title={words.states.notSaved} error={upload.error} />;
  if (!upload.isPending) return null;
  return (
    <Group>
      <Progress value={percent} flex={1} aria-label={own.uploading(percent)} />
      <Text size="sm" role="status">
        {own.uploading(percent)}
      </Text>
      <Button size="compact-sm" variant="default" onClick={upload.stop}>
        {own.cancelUpload}
      </Button>
    </Group>
  );
}
