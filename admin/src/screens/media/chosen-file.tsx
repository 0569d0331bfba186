import { Button, FileButton, Group, Image, Stack, Text } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { FileText } from 'lucide-react';
import { useState } from 'react';
import { useMay } from '../../api/me.ts';
import { lazyDialog } from '../../ui/lazy-dialog.tsx';
import { ErrorState } from '../../ui/states.tsx';
import { useOwnWords, useWords } from '../../words/words.tsx';
import { nameOf } from './attachment-facts.ts';
import { fileById } from './file-by-id.ts';
import { isOnlyPictures } from './mime-types.ts';
import { uploadFile } from './upload-file.ts';
import { mediaWords } from './words.ts';

const MediaPicker = lazyDialog(
  () => import('./media-picker.tsx'),
  (m) => m.MediaPicker,
);

interface ChosenFileProps {
  /** What the file is for. */
  readonly label: string;
  /** Which files it can be; empty for all. */
  readonly mimeTypes: readonly string[];
  /** The id of the file; 0 for none. */
  readonly value: number;
  readonly onChange: (value: number) => void;
  readonly isReadOnly?: boolean;
  /** The id of its first button, which gets the focus when something is wrong. */
  readonly id?: string;
  readonly describedBy?: string | undefined;
}

/** One file of the media library: shown, chosen, uploaded, taken away. */
export function ChosenFile(props: ChosenFileProps) {
  const { label, mimeTypes, value, onChange, isReadOnly = false, id, describedBy } = props;
  const { editor, states } = useWords();
  const own = useOwnWords(mediaWords);
  const may = useMay();
  const [isChoosing, setChoosing] = useState(false);
  const isPicture = isOnlyPictures(mimeTypes);
  const file = useQuery({ ...fileById(value), enabled: value > 0 });
  const upload = useMutation({ mutationFn: (sent: File) => uploadFile(sent), onSuccess: (made) => onChange(made.id) });
  const shown = value > 0 ? file.data : undefined;
  return (
    <Stack gap="xs" role="group" aria-label={label}>
      {shown?.media_type === 'image' && (
        <Image src={shown.source_url} alt={shown.alt_text} radius="md" mah={220} fit="contain" w="auto" maw="100%" />
      )}
      {shown && shown.media_type !== 'image' && (
        <Group gap="xs" wrap="nowrap">
          <FileText size={18} aria-hidden />
          <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
            {nameOf(shown)}
          </Text>
        </Group>
      )}
      {file.isError && value > 0 && <ErrorState error={file.error} />}
      {upload.isError && (
        <ErrorState title={states.notSaved} error={upload.error} retry={() => upload.mutate(upload.variables)} />
      )}
      {!isReadOnly && (
        <Group gap="xs">
          <Button
            id={id}
            aria-describedby={describedBy}
            size="compact-sm"
            variant="default"
            onClick={() => setChoosing(true)}
          >
            {own.fromLibrary}
          </Button>
          {may('upload_files') && (
            <FileButton accept={mimeTypes.join(',')} onChange={(sent) => sent && upload.mutate(sent)}>
              {(button) => (
                <Button size="compact-sm" variant="default" loading={upload.isPending} {...button}>
                  {isPicture ? editor.chooseFeatured : own.upload}
                </Button>
              )}
            </FileButton>
          )}
          {value > 0 && (
            <Button size="compact-sm" variant="subtle" color="red" onClick={() => onChange(0)}>
              {isPicture ? editor.removeFeatured : own.remove}
            </Button>
          )}
        </Group>
      )}
      {isChoosing && (
        <MediaPicker mimeTypes={mimeTypes} choose={(chosen) => onChange(chosen.id)} close={() => setChoosing(false)} />
      )}
    </Stack>
  );
}
