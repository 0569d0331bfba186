import { Button, Group, Stack, TagsInput, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Crop, Undo2 } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { notifyDone } from '../../ui/notify.tsx';
import { withoutEntities } from '../../ui/plain-text.ts';
import { ErrorState } from '../../ui/states.tsx';
import { useOwnWords, useWords } from '../../words/words.tsx';
import { FocalPointControl } from './focal-point-control.tsx';
import { FolderSelect } from './folder-tree.tsx';
import { foldersQuery, type LibraryItem, libraryApi, tagsQuery } from './library-api.ts';
import { libraryWords } from './library-words.ts';

const PictureEditor = lazy(() => import('./picture-editor.tsx').then((m) => ({ default: m.PictureEditor })));

const editable = ['image/jpeg', 'image/png', 'image/gif', 'image/webp', 'image/avif'];

interface FileToolsProps {
  readonly item: LibraryItem;
  readonly close: () => void;
  readonly open: (id: number) => void;
}

/** The picture with its focal point, its versions, its folder and its tags. Each is saved as it is changed. */
export function FileTools({ item, open }: FileToolsProps) {
  const words = useWords();
  const own = useOwnWords(libraryWords);
  const client = useQueryClient();
  const [isEditing, setEditing] = useState(false);
  const folders = useQuery(foldersQuery).data ?? [];
  const tags = useQuery(tagsQuery).data ?? [];
  const done = async (text: string) => {
    notifyDone(words, text);
    await client.invalidateQueries({ queryKey: ['media'] });
  };
  const change = useMutation({
    mutationFn: (fields: object) => libraryApi.change(item.id, fields),
    onSuccess: () => done(words.list.changed(1)),
  });
  const restore = useMutation({
    mutationFn: () => libraryApi.restore(item.id, item.source_url),
    onSuccess: () => done(own.restored),
  });
  const isPicture = item.media_type === 'image' && item.width !== null && editable.includes(item.mime_type);
  return (
    <Stack gap="sm">
      {item.media_type === 'image' && <FocalPointControl key={item.source_url + item.modified} item={item} />}
      {isPicture && (
        <Group gap="xs">
          <Button
            size="compact-sm"
            variant="default"
            leftSection={<Crop size={14} aria-hidden />}
            onClick={() => setEditing(true)}
          >
            {own.edit}
          </Button>
          {item.may_restore && (
            <Button
              size="compact-sm"
              variant="default"
              leftSection={<Undo2 size={14} aria-hidden />}
              loading={restore.isPending}
              onClick={() => restore.mutate()}
            >
              {own.restore}
            </Button>
          )}
        </Group>
      )}
      {item.may_restore && (
        <Text size="xs" c="dimmed">
          {own.restoreHint}
        </Text>
      )}
      <FolderSelect
        label={own.folder}
        value={item.folder}
        onChange={(folder) => change.mutate({ folder: folder ?? 0 })}
        folders={folders}
      />
      <TagsInput
        label={own.tags}
        description={own.tagsHint}
        data={tags.map(({ name }) => withoutEntities(name))}
        value={item.tags.map(({ name }) => withoutEntities(name))}
        onChange={(names) => change.mutate({ tags: names })}
        maxTags={20}
      />
      {change.isError && <ErrorState title={words.states.notSaved} error={change.error} />}
      {restore.isError && <ErrorState title={words.states.notSaved} error={restore.error} />}
      <Suspense>{isEditing && <PictureEditor item={item} close={() => setEditing(false)} open={open} />}</Suspense>
    </Stack>
  );
}
