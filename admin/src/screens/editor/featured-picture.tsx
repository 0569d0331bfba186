import { Button, FileButton, Group, Image, Stack } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { api } from '../../api/api.ts';
import { ErrorState } from '../../ui/states.tsx';
import { useWords } from '../../words/words.tsx';
import { uploadFile } from './upload.ts';

interface FeaturedPictureProps {
  /** The id of the picture; 0 for none. */
  readonly value: number;
  readonly onChange: (value: number) => void;
}

export function FeaturedPicture({ value, onChange }: FeaturedPictureProps) {
  const { editor, states } = useWords();
  const picture = useQuery({
    queryKey: ['media', 'item', value],
    queryFn: ({ signal }) => api.get('/wp/v2/media/{id}', { id: value, _fields: 'id,source_url,alt_text' }, signal),
    enabled: value > 0,
  });
  const upload = useMutation({ mutationFn: uploadFile, onSuccess: ({ id }) => onChange(id) });
  return (
    <Stack gap="xs">
      {value > 0 && picture.data && <Image src={picture.data.source_url} alt={picture.data.alt_text} radius="md" />}
      {picture.isError && value > 0 && <ErrorState error={picture.error} />}
      {upload.isError && <ErrorState title={states.notSaved} error={upload.error} />}
      <Group gap="xs">
        <FileButton accept="image/*" onChange={(file) => file && upload.mutate(file)}>
          {(props) => (
            <Button size="compact-sm" variant="default" loading={upload.isPending} {...props}>
              {editor.chooseFeatured}
            </Button>
          )}
        </FileButton>
        {value > 0 && (
          <Button size="compact-sm" variant="subtle" color="red" onClick={() => onChange(0)}>
            {editor.removeFeatured}
          </Button>
        )}
      </Group>
    </Stack>
  );
}
