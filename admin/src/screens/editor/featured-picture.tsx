import { Button, FileButton, Group, Image, Stack } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { api } from '../../api/api.ts';
import { useMay } from '../../api/me.ts';
import { ErrorState } from '../../ui/states.tsx';
import { useOwnWords, useWords } from '../../words/words.tsx';
import { uploadFile } from './upload.ts';
import { editorWords } from './words.ts';

const MediaPicker = lazy(() => import('../media/media-picker.tsx').then((m) => ({ default: m.MediaPicker })));

interface FeaturedPictureProps {
  /** The id of the picture; 0 for none. */
  readonly value: number;
  readonly onChange: (value: number) => void;
}

export function FeaturedPicture({ value, onChange }: FeaturedPictureProps) {
  const { editor, states } = useWords();
  const own = useOwnWords(editorWords);
  const may = useMay();
  const [isChoosing, setChoosing] = useState(false);
  const picture = useQuery({
    queryKey: ['media', 'featured', value],
    queryFn: ({ signal }) =>
      api.get('/wp/v2/media/{id}', { context: 'view', id: value, _fields: 'id,source_url,alt_text' }, signal),
    enabled: value > 0,
  });
  const upload = useMutation({ mutationFn: (file: File) => uploadFile(file), onSuccess: ({ id }) => onChange(id) });
  return (
    <Stack gap="xs">
      {value > 0 && picture.data && <Image src={picture.data.source_url} alt={picture.data.alt_text} radius="md" />}
      {picture.isError && value > 0 && <ErrorState error={picture.error} />}
      {upload.isError && <ErrorState title={states.notSaved} error={upload.error} />}
      <Group gap="xs">
        <Button size="compact-sm" variant="default" onClick={() => setChoosing(true)}>
          {own.chooseFeatured}
        </Button>
        {may('upload_files') && (
          <FileButton accept="image/*" onChange={(file) => file && upload.mutate(file)}>
            {(props) => (
              <Button size="compact-sm" variant="default" loading={upload.isPending} {...props}>
                {editor.chooseFeatured}
              </Button>
            )}
          </FileButton>
        )}
        {value > 0 && (
          <Button size="compact-sm" variant="subtle" color="red" onClick={() => onChange(0)}>
            {editor.removeFeatured}
          </Button>
        )}
      </Group>
      <Suspense>
        {isChoosing && <MediaPicker choose={({ id }) => onChange(id)} close={() => setChoosing(false)} />}
      </Suspense>
    </Stack>
  );
}
