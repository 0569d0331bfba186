import { Button, Group, List, Paper, TagsInput, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../api/api.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { inTurns } from '../../ui/in-turns.ts';
import { notifyDone, notifyFailed } from '../../ui/notify.tsx';
import { plainText, withoutEntities } from '../../ui/plain-text.ts';
import { useOwnWords, useWords } from '../../words/words.tsx';
import { AltTextsDialog } from './alt-texts-dialog.tsx';
import { FolderSelect } from './folder-tree.tsx';
import { foldersQuery, type LibraryItem, libraryApi, tagsQuery } from './library-api.ts';
import { libraryWords } from './library-words.ts';

/** The server changes so many files in one request, and looks up the uses of so many. */
export const mostAtOnce = 100;
const mostAsked = 20;

interface BulkBarProps {
  readonly selected: ReadonlyMap<number, LibraryItem>;
  /** Selects what is shown, or as many as the filter has up to a limit. */
  readonly selectPage: () => void;
  readonly selectMany?: { readonly count: number; readonly act: () => void } | undefined;
  readonly clear: () => void;
}

/** What can be done with the files that are selected. */
export function BulkBar({ selected, selectPage, selectMany, clear }: BulkBarProps) {
  const words = useWords();
  const own = useOwnWords(libraryWords);
  const [dialog, setDialog] = useState<'move' | 'tags' | 'alt' | 'remove' | null>(null);
  const items = [...selected.values()];
  const pictures = items.filter(({ media_type }) => media_type === 'image').slice(0, mostAtOnce);
  const close = () => setDialog(null);
  if (items.length === 0) return null;
  return (
    <Paper withBorder p="xs" mb="md" component="section" aria-label={own.selected(items.length)}>
      <Group gap="xs" mb="xs">
        <Text size="sm" fw={600} role="status">
          {own.selected(items.length)}
        </Text>
        <Button size="compact-sm" variant="subtle" ms="auto" onClick={selectPage}>
          {own.selectPage}
        </Button>
        {selectMany && (
          <Button size="compact-sm" variant="subtle" onClick={selectMany.act}>
            {own.selectAll(selectMany.count)}
          </Button>
        )}
        <Button size="compact-sm" variant="subtle" onClick={clear}>
          {own.selectNone}
        </Button>
      </Group>
      <Group gap="xs">
        <Button size="compact-sm" variant="default" onClick={() => setDialog('move')}>
          {own.moveTo}
        </Button>
        <Button size="compact-sm" variant="default" onClick={() => setDialog('tags')}>
          {own.addTags}
        </Button>
        {pictures.length > 0 && (
          <Button size="compact-sm" variant="default" onClick={() => setDialog('alt')}>
            {own.altTexts}
          </Button>
        )}
        <Button size="compact-sm" variant="outline" color="red" onClick={() => setDialog('remove')}>
          {words.common.delete}
        </Button>
      </Group>
      {dialog === 'move' && <MoveDialog ids={[...selected.keys()]} close={close} />}
      {dialog === 'tags' && <TagsDialog ids={[...selected.keys()]} close={close} />}
      {dialog === 'alt' && <AltTextsDialog items={pictures} close={close} />}
      {dialog === 'remove' && <RemoveDialog items={items} close={close} clear={clear} />}
    </Paper>
  );
}

/** Sends what is done with many files in parts that the server takes. */
async function inParts(ids: readonly number[], work: (part: readonly number[]) => Promise<unknown>): Promise<void> {
  for (let from = 0; from < ids.length; from += mostAtOnce) await work(ids.slice(from, from + mostAtOnce));
}

interface IdsDialogProps {
  readonly ids: readonly number[];
  readonly close: () => void;
}

/** Moves files; the folders of the tree take them as well. */
export function useMove() {
  const words = useWords();
  const own = useOwnWords(libraryWords);
  const client = useQueryClient();
  return async (ids: readonly number[], folder: number) => {
    try {
      await inParts(ids, (part) => libraryApi.bulk(part, { folder }));
      notifyDone(words, own.moved(ids.length));
    } catch (error) {
      notifyFailed(words, words.states.notSaved, error);
    }
    await client.invalidateQueries({ queryKey: ['media'] });
  };
}

function MoveDialog({ ids, close }: IdsDialogProps) {
  const own = useOwnWords(libraryWords);
  const folders = useQuery(foldersQuery).data ?? [];
  const move = useMove();
  const [folder, setFolder] = useState(0);
  const save = useMutation({ mutationFn: () => move(ids, folder), onSuccess: close });
  return (
    <FormDialog title={own.moveTo} submit={own.move} saving={save} close={close}>
      <FolderSelect label={own.folder} value={folder} onChange={(next) => setFolder(next ?? 0)} folders={folders} />
    </FormDialog>
  );
}

function TagsDialog({ ids, close }: IdsDialogProps) {
  const words = useWords();
  const own = useOwnWords(libraryWords);
  const client = useQueryClient();
  const known = useQuery(tagsQuery).data ?? [];
  const [names, setNames] = useState<string[]>([]);
  const save = useMutation({
    mutationFn: () => inParts(ids, (part) => libraryApi.bulk(part, { add_tags: names })),
    onSuccess: async () => {
      notifyDone(words, words.list.changed(ids.length));
      close();
      await client.invalidateQueries({ queryKey: ['media'] });
    },
  });
  return (
    <FormDialog title={own.addTags} submit={words.common.save} saving={save} close={close}>
      <TagsInput
        label={own.tags}
        description={own.tagsHint}
        data={known.map(({ name }) => withoutEntities(name))}
        value={names}
        onChange={setNames}
        maxTags={20}
        data-autofocus
      />
    </FormDialog>
  );
}

interface RemoveDialogProps {
  readonly items: readonly LibraryItem[];
  readonly close: () => void;
  readonly clear: () => void;
}

/** Shows where files are used before they are deleted. */
function RemoveDialog({ items, close, clear }: RemoveDialogProps) {
  const words = useWords();
  const own = useOwnWords(libraryWords);
  const client = useQueryClient();
  const asked = items.slice(0, mostAsked);
  const ids = asked.map(({ id }) => id);
  const uses = useQuery({
    queryKey: ['media', 'uses', ids],
    queryFn: ({ signal }) => libraryApi.uses(ids, signal),
  });
  const remove = useMutation({
    mutationFn: () => inTurns(items, ({ id }) => api.delete('/wp/v2/media/{id}', { id, force: true })),
    onSuccess: async (failures) => {
      const done = items.length - failures.size;
      if (done > 0) notifyDone(words, words.list.removed(done));
      const [reason] = failures.values();
      if (reason !== undefined) notifyFailed(words, words.list.failed(failures.size), reason);
      close();
      clear();
      await client.invalidateQueries({ queryKey: ['media'] });
    },
  });
  const used = asked.filter(({ id }) => (uses.data?.[id]?.uses.length ?? 0) > 0);
  return (
    <ConfirmDialog
      isOpened
      title={own.removeFiles(items.length)}
      text={own.removeText}
      isBusy={remove.isPending || uses.isPending}
      error={uses.error}
      confirm={() => remove.mutate()}
      close={close}
    >
      {uses.data && used.length === 0 && <Text size="sm">{own.notUsed}</Text>}
      <List size="sm">
        {used.map(({ id, title }) => (
          <List.Item key={id}>{own.usedBy(plainText(title), uses.data?.[id]?.uses.length ?? 0)}</List.Item>
        ))}
      </List>
      {items.length > mostAsked && (
        <Text size="xs" c="dimmed">
          {own.usesOfFirst(mostAsked)}
        </Text>
      )}
    </ConfirmDialog>
  );
}
