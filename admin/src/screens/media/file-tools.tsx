import { Button, Group, Stack, TagsInput, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Crop, Undo2 } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { lazyDialog } from '../../ui/lazy-dialog.tsx';
import { notifyDone, notifyFailed } from '../../ui/notify.tsx';
import { withoutEntities } from '../../ui/plain-text.ts';
import { ErrorState } from '../../ui/states.tsx';
import { useOwnWords, useWords } from '../../words/words.tsx';
import { FocalPointControl } from './focal-point-control.tsx';
import { FolderSelect } from './folder-tree.tsx';
import { foldersQuery, type LibraryItem, libraryApi, tagsQuery } from './library-api.ts';
import { libraryWords } from './library-words.ts';

const PictureEditor = lazyDialog(
  () => import('./picture-editor.tsx'),
  (m) => m.PictureEditor,
);

const editable = ['image/jpeg', 'image/png', 'image/gif', 'image/webp', 'image/avif'];

const mostTags = 20;

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
  const stored = item.tags.map(({ name }) => withoutEntities(name));
  const tagging = useTags(item.id, stored, () => done(words.list.changed(1)));
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
        value={[...tagging.names]}
        onChange={tagging.change}
        searchValue={tagging.typed}
        onSearchChange={tagging.type}
        maxTags={mostTags}
      />
      {tagging.error !== null && (
        <ErrorState title={words.states.notSaved} error={tagging.error} retry={() => tagging.change(tagging.names)} />
      )}
      {change.isError && <ErrorState title={words.states.notSaved} error={change.error} />}
      {restore.isError && <ErrorState title={words.states.notSaved} error={restore.error} />}
      {isEditing && <PictureEditor item={item} close={() => setEditing(false)} open={open} />}
    </Stack>
  );
}

/** The tags of a file: each change is saved with those before it, and one that is only typed when the file is closed. */
function useTags(id: number, stored: readonly string[], saved: () => Promise<void>) {
  // Null while the server has them all.
  const [chosen, setChosen] = useState<readonly string[] | null>(null);
  const [typed, type] = useState('');
  const words = useWords();
  const isClosed = useRef(false);
  const save = useMutation({
    mutationFn: (tags: readonly string[]) => libraryApi.change(id, { tags }),
    // One after the other, so that the last one counts.
    scope: { id: `tags of file ${id}` },
    onSuccess: async (_item, tags) => {
      await saved();
      setChosen((now) => (now === tags ? null : now));
    },
    onError: (error) => isClosed.current && notifyFailed(words, words.states.notSaved, error),
  });
  const names = chosen ?? stored;
  const change = (next: readonly string[]) => {
    setChosen(next);
    save.mutate(next);
  };
  const closing = useRef<() => void>(undefined);
  closing.current = () => {
    const name = typed.trim();
    const isKnown = names.some((one) => one.toLowerCase() === name.toLowerCase());
    if (name !== '' && !isKnown && names.length < mostTags) save.mutate([...names, name]);
  };
  useEffect(() => {
    isClosed.current = false;
    return () => {
      isClosed.current = true;
      closing.current?.();
    };
  }, []);
  return { names, change, typed, type, error: save.error };
}
