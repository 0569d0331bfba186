import { Anchor, Button, Group, Menu, Select, Text, TextInput } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { FolderIcon, FolderOpen, Images, Inbox, Plus } from 'lucide-react';
import { type DragEvent, Fragment, type ReactNode, useState } from 'react';
import { useMay } from '../../api/me.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { withoutEntities } from '../../ui/plain-text.ts';
import { RowMenu } from '../../ui/row-menu.tsx';
import { useOwnWords, useWords } from '../../words/words.tsx';
import classes from './library.module.css';
import { type Folder, foldersQuery, libraryApi, pathTo, treeOf } from './library-api.ts';
import { libraryWords } from './library-words.ts';

/** The kind of data that files have while they are dragged to a folder. */
export const draggedFiles = 'application/x-platen-files';

interface FolderTreeProps {
  /** Undefined for all files, 0 for those in no folder. */
  readonly chosen: number | undefined;
  readonly choose: (folder: number | undefined) => void;
  readonly moveFiles: (ids: readonly number[], folder: number) => void;
}

type Dialog = { readonly kind: 'new' | 'rename' | 'move' | 'remove'; readonly folder: Folder | null };

/** The folders beside the files; a list to choose from where there is no room. */
export function FolderTree({ chosen, choose, moveFiles }: FolderTreeProps) {
  const own = useOwnWords(libraryWords);
  const mayManage = useMay()('manage_categories');
  const isNarrow = useMediaQuery('(max-width: 62em)');
  const folders = useQuery(foldersQuery).data ?? [];
  const tree = treeOf(folders);
  const [dialog, setDialog] = useState<Dialog | null>(null);
  const current = folders.find(({ id }) => id === chosen) ?? null;
  const add = mayManage && (
    <Button
      size="compact-sm"
      variant="subtle"
      mt={4}
      leftSection={<Plus size={16} aria-hidden />}
      onClick={() => setDialog({ kind: 'new', folder: current })}
    >
      {own.newFolder}
    </Button>
  );
  const actions = (folder: Folder) => () => (
    <>
      <Menu.Item onClick={() => setDialog({ kind: 'new', folder })}>{own.newFolder}</Menu.Item>
      <Menu.Item onClick={() => setDialog({ kind: 'rename', folder })}>{own.rename}</Menu.Item>
      <Menu.Item onClick={() => setDialog({ kind: 'move', folder })}>{own.moveFolder}</Menu.Item>
      <Menu.Item color="red" onClick={() => setDialog({ kind: 'remove', folder })}>
        {own.removeFolder}
      </Menu.Item>
    </>
  );
  const entry = (id: number | undefined, name: string, icon: ReactNode, depth = 0, folder?: Folder) => (
    <Entry key={id ?? 'all'} drop={id === undefined ? undefined : (ids) => moveFiles(ids, id)}>
      <button
        type="button"
        className={classes['folder']}
        style={{ paddingInlineStart: `${0.5 + depth}rem` }}
        aria-current={chosen === id ? 'true' : undefined}
        onClick={() => choose(id)}
      >
        {icon}
        <span>{name}</span>
      </button>
      {folder && mayManage && <RowMenu title={name}>{actions(folder)}</RowMenu>}
    </Entry>
  );
  return (
    <nav aria-label={own.folders}>
      {isNarrow ? (
        <Group gap="xs" wrap="nowrap" align="flex-end">
          <FolderSelect
            label={own.folder}
            value={chosen}
            onChange={choose}
            folders={folders}
            first={{ value: 'all', label: own.allFiles }}
          />
          {current && mayManage && <RowMenu title={withoutEntities(current.name)}>{actions(current)}</RowMenu>}
          {!current && add}
        </Group>
      ) : (
        <>
          <ul className={classes['tree']}>
            {entry(undefined, own.allFiles, <Images size={16} aria-hidden />)}
            {entry(0, own.noFolder, <Inbox size={16} aria-hidden />)}
            {tree.map((folder) =>
              entry(
                folder.id,
                withoutEntities(folder.name),
                folder.id === chosen ? <FolderOpen size={16} aria-hidden /> : <FolderIcon size={16} aria-hidden />,
                folder.depth,
                folder,
              ),
            )}
          </ul>
          {add}
        </>
      )}
      {dialog && (
        <FolderDialog key={dialog.kind} {...dialog} folders={folders} choose={choose} close={() => setDialog(null)} />
      )}
    </nav>
  );
}

function Entry({
  drop,
  children,
}: {
  readonly drop?: ((ids: readonly number[]) => void) | undefined;
  readonly children: ReactNode;
}) {
  const [isOver, setOver] = useState(false);
  const takes = (event: DragEvent) => Boolean(drop) && event.dataTransfer.types.includes(draggedFiles);
  return (
    <li
      className={classes['entry']}
      data-over={isOver || undefined}
      onDragOver={(event) => {
        if (!takes(event)) return;
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        setOver(false);
        if (!takes(event)) return;
        event.preventDefault();
        event.stopPropagation();
        drop?.(event.dataTransfer.getData(draggedFiles).split(',').map(Number));
      }}
    >
      {children}
    </li>
  );
}

interface FolderSelectProps {
  readonly label: string;
  readonly value: number | undefined;
  readonly onChange: (folder: number | undefined) => void;
  readonly folders: readonly Folder[];
  /** What stands before the folders, with the value `all`. */
  readonly first?: { readonly value: 'all'; readonly label: string };
  /** What 0 is called, if it can be chosen. */
  readonly none?: string;
}

/** A folder chosen from a list that shows how they are nested. */
export function FolderSelect({ label, value, onChange, folders, first, none }: FolderSelectProps) {
  const own = useOwnWords(libraryWords);
  return (
    <Select
      label={label}
      style={{ flex: 1 }}
      allowDeselect={false}
      searchable={folders.length > 10}
      data={[
        ...(first ? [first] : []),
        { value: '0', label: none ?? own.noFolder },
        ...treeOf(folders).map(({ id, name, depth }) => ({
          value: String(id),
          label: `${'\u2003'.repeat(depth)}${withoutEntities(name)}`,
        })),
      ]}
      value={value === undefined ? 'all' : String(value)}
      onChange={(next) => onChange(next === null || next === 'all' ? undefined : Number(next))}
    />
  );
}

interface FolderDialogProps extends Dialog {
  readonly folders: readonly Folder[];
  readonly choose: (folder: number | undefined) => void;
  readonly close: () => void;
}

function FolderDialog({ kind, folder, folders, choose, close }: FolderDialogProps) {
  const words = useWords();
  const own = useOwnWords(libraryWords);
  const client = useQueryClient();
  const [name, setName] = useState(kind === 'rename' && folder ? withoutEntities(folder.name) : '');
  const [parent, setParent] = useState(folder?.parent ?? 0);
  const save = useMutation({
    mutationFn: async () => {
      if (kind === 'new') return (await libraryApi.addFolder(name, folder?.id ?? 0)).id;
      if (kind === 'remove' && folder) await libraryApi.removeFolder(folder.id);
      else if (folder) await libraryApi.changeFolder(folder.id, kind === 'rename' ? { name } : { parent });
      return null;
    },
    onSuccess: async (made) => {
      close();
      await client.invalidateQueries({ queryKey: ['media'] });
      if (made !== null) choose(made);
      if (kind === 'remove' && folder) choose(folder.parent || undefined);
    },
  });
  if (kind === 'remove')
    return (
      <ConfirmDialog
        isOpened
        title={own.removeFolder}
        text={own.removeFolderText(withoutEntities(folder?.name ?? ''))}
        isBusy={save.isPending}
        error={save.error}
        confirm={() => save.mutate()}
        close={close}
      />
    );
  const titles = { new: own.newFolder, rename: own.rename, move: own.moveFolder };
  return (
    <FormDialog
      title={titles[kind]}
      submit={kind === 'move' ? own.move : words.common.save}
      saving={save}
      close={close}
    >
      {kind === 'move' ? (
        <FolderSelect
          label={own.folder}
          none={own.allFiles}
          value={parent}
          onChange={(next) => setParent(next ?? 0)}
          folders={folders.filter(({ id }) => !pathTo(folders, id).some((above) => above.id === folder?.id))}
        />
      ) : (
        <TextInput
          label={own.folderName}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
          required
          data-autofocus
        />
      )}
    </FormDialog>
  );
}

/** Where one is in the tree, with a way up. */
export function FolderPath({ chosen, choose }: Pick<FolderTreeProps, 'chosen' | 'choose'>) {
  const own = useOwnWords(libraryWords);
  const folders = useQuery(foldersQuery).data ?? [];
  const path = chosen ? pathTo(folders, chosen) : [];
  const last = path.at(-1);
  if (!last) return null;
  return (
    <Group mb="sm" gap={6} component="nav" aria-label={own.path}>
      <Anchor component="button" type="button" size="sm" onClick={() => choose(undefined)}>
        {own.allFiles}
      </Anchor>
      {path.slice(0, -1).map(({ id, name }) => (
        <Fragment key={id}>
          <span aria-hidden>/</span>
          <Anchor component="button" type="button" size="sm" onClick={() => choose(id)}>
            {withoutEntities(name)}
          </Anchor>
        </Fragment>
      ))}
      <span aria-hidden>/</span>
      <Text size="sm" aria-current="page">
        {withoutEntities(last.name)}
      </Text>
    </Group>
  );
}
