import { Button, FileButton, Group, SegmentedControl, Select } from '@mantine/core';
import { useLocalStorage } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Upload } from 'lucide-react';
import { type DragEvent, useEffect, useState } from 'react';
import { api } from '../../api/api.ts';
import { useMay } from '../../api/me.ts';
import { ListStates } from '../../ui/list-states.tsx';
import { PagesBar } from '../../ui/pages-bar.tsx';
import { Screen } from '../../ui/screen.tsx';
import { SearchField, useListSearch } from '../../ui/search-field.tsx';
import { useOwnWords, useWords } from '../../words/words.tsx';
import classes from './media.module.css';
import { MediaDetails } from './media-details.tsx';
import { MediaList } from './media-list.tsx';
import { MediaTile } from './media-tile.tsx';
import { UploadList } from './upload-list.tsx';
import { useUploads } from './use-uploads.ts';
import { mediaWords } from './words.ts';

const perPage = 40;
const kinds = ['image', 'video', 'audio', 'application'] as const;

/** The media library. Files are added by choosing, dropping or pasting them. */
export function MediaScreen() {
  const words = useWords();
  const may = useMay();
  const uploads = useUploads();
  const { page, setPage, search, field } = useListSearch();
  const [kind, setKind] = useState<(typeof kinds)[number] | null>(null);
  const [opened, setOpened] = useState<number | null>(null);
  const [isOver, setOver] = useState(false);
  const [layout, setLayout] = useLocalStorage<'grid' | 'list'>({ key: 'platen.media', defaultValue: 'grid' });
  const own = useOwnWords(mediaWords);
  const list = useQuery({
    queryKey: ['media', 'list', page, search, kind],
    queryFn: ({ signal }) =>
      api.list('/wp/v2/media', { page, per_page: perPage, search, ...(kind ? { media_type: kind } : {}) }, signal),
    placeholderData: keepPreviousData,
  });
  const mayUpload = may('upload_files');

  // biome-ignore lint/correctness/useExhaustiveDependencies: the functions of the uploads are the same in effect
  useEffect(() => {
    if (!mayUpload) return;
    const paste = (event: ClipboardEvent) => uploads.add([...(event.clipboardData?.files ?? [])]);
    window.addEventListener('paste', paste);
    return () => window.removeEventListener('paste', paste);
  }, [mayUpload]);

  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    if (mayUpload) uploads.add([...event.dataTransfer.files]);
  };

  const items = list.data?.items ?? [];
  const isFiltered = search !== '' || kind !== null;
  return (
    <Screen
      title={words.media.title}
      note={list.data && own.count(list.data.total)}
      actions={
        mayUpload && (
          <FileButton multiple onChange={(files) => uploads.add(files)}>
            {(props) => (
              <Button leftSection={<Upload size={18} aria-hidden />} {...props}>
                {own.add}
              </Button>
            )}
          </FileButton>
        )
      }
    >
      <UploadList uploads={uploads} />
      <Group mb="md" role="search">
        <SearchField {...field} />
        <Select
          aria-label={own.kind}
          placeholder={own.kind}
          data={kinds.map((value) => ({ value, label: own.kinds[value] }))}
          value={kind}
          onChange={(value) => {
            setKind(kinds.find((one) => one === value) ?? null);
            setPage(1);
          }}
          clearable
        />
        <SegmentedControl
          aria-label={own.view}
          data={[
            { value: 'grid', label: own.grid },
            { value: 'list', label: own.list },
          ]}
          value={layout}
          onChange={(value) => setLayout(value === 'list' ? 'list' : 'grid')}
        />
      </Group>
      <section
        aria-label={words.media.title}
        className={classes['drop']}
        data-over={isOver || undefined}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        <ListStates
          query={list}
          count={items.length}
          empty={{ title: own.empty, text: mayUpload ? own.emptyText : undefined }}
          isFiltered={isFiltered}
        >
          {layout === 'list' && <MediaList items={items} open={setOpened} />}
          {layout === 'grid' && (
            <ul className={classes['grid']}>
              {items.map((item) => (
                <MediaTile key={item.id} item={item} press={() => setOpened(item.id)} />
              ))}
            </ul>
          )}
        </ListStates>
      </section>
      <PagesBar page={page} pages={list.data?.pages ?? 0} go={setPage} />
      <MediaDetails id={opened} close={() => setOpened(null)} />
    </Screen>
  );
}
