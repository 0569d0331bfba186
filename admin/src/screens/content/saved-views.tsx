import { Button, Menu, TextInput } from '@mantine/core';
import { useLocalStorage } from '@mantine/hooks';
import { Bookmark } from 'lucide-react';
import { useState } from 'react';
import { useMe } from '../../api/me.ts';
import { dangerColor } from '../../app/theme.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { notifyDone } from '../../ui/notify.tsx';
import { useOwnWords, useWords } from '../../words/words.tsx';
import type { ContentKind } from './content-kind.ts';
import { type ListSearch, readListSearch } from './list-search.ts';
import { listWords } from './list-words.ts';

interface SavedView {
  readonly name: string;
  readonly search: ListSearch;
}

interface SavedViewsProps {
  readonly kind: Pick<ContentKind, 'key'>;
  readonly search: ListSearch;
  readonly go: (search: ListSearch) => void;
}

/** Filters of a list under a name, kept in this browser for each account. */
export function SavedViews({ kind, search: { page: _, ...search }, go }: SavedViewsProps) {
  const words = useWords();
  const own = useOwnWords(listWords);
  const [stored, setStored] = useLocalStorage<readonly SavedView[]>({
    key: `platen.views.${useMe().id}.${kind.key}`,
    defaultValue: [],
    getInitialValueInEffect: false,
  });
  const [isNaming, setNaming] = useState(false);
  // What is in the store may be older than this page.
  const views = stored.map(({ name, search: kept }) => ({ name, search: readListSearch(kept) }));
  const shown = views.find((view) => isSame(view.search, search));
  const isFiltered = Object.keys(search).length > 0;
  const remove = (name: string) => {
    setStored(views.filter((view) => view.name !== name));
    notifyDone(words, own.viewRemoved(name), () => setStored(views));
  };
  if (views.length === 0 && !isFiltered) return null;
  return (
    <>
      <Menu position="bottom-start">
        <Menu.Target>
          <Button
            variant="default"
            leftSection={<Bookmark size={16} aria-hidden fill={shown ? 'currentColor' : 'none'} />}
          >
            {shown?.name ?? own.views}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {views.map((view) => (
            <Menu.Item key={view.name} onClick={() => go(view.search)} fw={view === shown ? 600 : undefined}>
              {view.name}
            </Menu.Item>
          ))}
          {views.length > 0 && isFiltered && <Menu.Divider />}
          {isFiltered && !shown && <Menu.Item onClick={() => setNaming(true)}>{own.saveView}</Menu.Item>}
          {shown && (
            <Menu.Item color={dangerColor} onClick={() => remove(shown.name)}>
              {own.removeView(shown.name)}
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      {isNaming && (
        <NameDialog
          close={() => setNaming(false)}
          save={(name) => {
            setStored([...views.filter((view) => view.name !== name), { name, search }]);
            setNaming(false);
            notifyDone(words, own.viewSaved(name));
          }}
        />
      )}
    </>
  );
}

function NameDialog({ close, save }: { readonly close: () => void; readonly save: (name: string) => void }) {
  const words = useWords();
  const own = useOwnWords(listWords);
  const [name, setName] = useState('');
  const saving = {
    isPending: false,
    error: null,
    mutate: () => {
      if (name.trim() !== '') save(name.trim());
    },
  };
  return (
    <FormDialog title={own.saveView} submit={words.common.save} saving={saving} close={close}>
      <TextInput
        label={own.viewName}
        description={own.viewHint}
        required
        maxLength={60}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
        data-autofocus
      />
    </FormDialog>
  );
}

function isSame(one: ListSearch, other: ListSearch): boolean {
  const names = new Set([...Object.keys(one), ...Object.keys(other)]);
  return [...names].every((name) => name === 'page' || String(one[name] ?? '') === String(other[name] ?? ''));
}
