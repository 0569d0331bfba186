import { Button, FileButton, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { fileHeaders } from '../../api/file-headers.ts';
import type { AttachmentEdit } from '../../api/interface.ts';
import { send } from '../../api/request.ts';
import { notifyDone } from '../../ui/notify.tsx';
import { ErrorState } from '../../ui/states.tsx';
import { useOwnWords, useWords } from '../../words/words.tsx';
import { thumbnailOf } from './attachment-facts.ts';
import { mediaWords } from './words.ts';

/** Puts another file in the place of one; everything that refers to it shows the new one. */
export function ReplaceFile({ item }: { readonly item: AttachmentEdit }) {
  const words = useWords();
  const own = useOwnWords(mediaWords);
  const client = useQueryClient();
  const replace = useMutation({
    mutationFn: async (file: File) => {
      await send({
        method: 'POST',
        path: `/platen/v1/media/${item.id}/file`,
        body: file,
        headers: fileHeaders(file),
      });
      await Promise.all([item.source_url, thumbnailOf(item)].map(fetchAnew));
    },
    onSuccess: async () => {
      notifyDone(words, own.replaced);
      await client.invalidateQueries({ queryKey: ['media'] });
    },
  });
  return (
    <>
      <FileButton accept={item.mime_type} onChange={(file) => file && replace.mutate(file)}>
        {(props) => (
          <Button size="compact-sm" variant="default" loading={replace.isPending} {...props}>
            {own.replace}
          </Button>
        )}
      </FileButton>
      <Text size="xs" c="dimmed">
        {own.replaceHint}
      </Text>
      {replace.isError && <ErrorState title={words.states.notSaved} error={replace.error} />}
    </>
  );
}

/** The browser keeps files for a while; where they are on another host it will find out later. */
async function fetchAnew(address: string): Promise<void> {
  await fetch(address, { cache: 'reload' }).catch(() => null);
}
