import { Button, FileButton, Group, Text } from '@mantine/core';
import { useLocalStorage } from '@mantine/hooks';
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { Upload } from 'lucide-react';
import { type DragEvent, useEffect, useState } from 'react';
import { useMay } from '../../api/me.ts';
import { ListStates } from '../../ui/list-states.tsx';
import { PagesBar } from '../../ui/pages-bar.tsx';
import { Screen } from '../../ui/screen.tsx';
import { useOwnWords, useWords } from '../../words/words.tsx';
import { BulkBar, mostAtOnce, useMove } from './bulk-bar.tsx';
import { useDuplicates } from './duplicates.tsx';
import { FolderPath, FolderTree } from './folder-tree.tsx';
import libraryClasses from './library.module.css';
import { type LibraryItem, libraryApi } from './library-api.ts';
import { libraryWords } from './library-words.ts';
import classes from './media.module.css';
import { MediaDetails } from './media-details.tsx';
import { MediaFilters } from './media-filters.tsx';
import { MediaGrid } from './media-grid.tsx';
import { MediaList } from './media-list.tsx';
import { filterOf, type MediaSearch, mediaSizes, readMediaSearch } from './media-search.ts';
import { UploadList } from './upload-list.tsx';
import { useSelection } from './use-selection.ts';
import { useUploads } from './use-uploads.ts';
import { mediaWords } from './words.ts';

const perPage = 40;
/** As many files of a filter can be selected at once. */
const mostSelected = 500;

/** The media library. Files are added by choosing, dropping or pasting them. */
export function MediaScreen() {
  const words = useWords();
  const own = useOwnWords(mediaWords);
  const library = useOwnWords(libraryWords);
  const mayUpload = useMay()('upload_files');
  const uploads = useUploads();
  const navigate = useNavigate();
  const search = readMediaSearch(useSearch({ strict: false }));
  const { item, page = 1, ...filters } = search;
  const [isOver, setOver] = useState(false);
  const [layout, setLayout] = useLocalStorage<'grid' | 'list'>({ key: 'platen.media', defaultValue: 'grid' });

  const go = (next: MediaSearch) => void navigate({ to: '/media', search: next });
  const selection = useSelection();
  const change = (changes: Partial<Record<keyof MediaSearch, string | number | null>>) => {
    selection.clear();
    // A file that was opened before a search is applied stays open.
    go(readMediaSearch({ ...filters, item, ...changes }));
  };
  const open = (id: number | null) => go(readMediaSearch({ ...search, item: id }));
  const duplicates = useDuplicates((files) => uploads.add(files), open);
  const move = useMove();
  const files = useFiles(filters, page);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the functions of the uploads are the same in effect
  useEffect(() => {
    if (!mayUpload) return;
    const paste = (event: ClipboardEvent) => void duplicates.add([...(event.clipboardData?.files ?? [])]);
    window.addEventListener('paste', paste);
    return () => window.removeEventListener('paste', paste);
  }, [mayUpload]);

  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    if (mayUpload) void duplicates.add([...event.dataTransfer.files]);
  };
  const { items, total } = files;
  const isFiltered = Object.keys(filters).length > 0;
  const many = Math.min(mostSelected, total ?? 0);
  return (
    <Screen
      title={words.media.title}
      note={total === null ? undefined : own.count(total)}
      actions={
        mayUpload && (
          <FileButton multiple onChange={(chosen) => void duplicates.add(chosen)}>
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
      {duplicates.dialog}
      <div className={libraryClasses['columns']}>
        <FolderTree
          chosen={filters.folder}
          choose={(folder) => change({ folder: folder ?? null })}
          moveFiles={(ids, folder) => {
            selection.clear();
            void move(ids, folder);
          }}
        />
        <div>
          <FolderPath chosen={filters.folder} choose={(folder) => change({ folder: folder ?? null })} />
          <MediaFilters search={filters} change={change} layout={layout} setLayout={setLayout} />
          <BulkBar
            selected={selection.selected}
            clear={selection.clear}
            selectPage={() => selection.add(items)}
            selectMany={
              many > items.length
                ? { count: many, act: async () => selection.add(await firstFiles(filters, many)) }
                : undefined
            }
          />
          <section
            aria-label={words.media.title}
            className={classes['drop']}
            data-over={isOver || undefined}
            onDragOver={(event) => {
              event.preventDefault();
              setOver(event.dataTransfer.types.includes('Files'));
            }}
            onDragLeave={() => setOver(false)}
            onDrop={drop}
          >
            {filters.lacks === 'use' && (
              <Text size="sm" c="dimmed" mb="sm">
                {library.unusedHint}
              </Text>
            )}
            <ListStates
              query={files.query}
              count={items.length}
              empty={{ title: own.empty, text: mayUpload ? own.emptyText : undefined }}
              isFiltered={isFiltered}
              clear={() => go({})}
            >
              {layout === 'list' ? (
                <MediaList items={items} open={open} selection={selection} />
              ) : (
                <MediaGrid items={items} open={open} selection={selection} />
              )}
            </ListStates>
            {files.scanned && (
              <Group mt="md">
                <Text size="sm" c="dimmed" role="status">
                  {library.lookedAt(files.scanned.lookedAt, items.length)}
                </Text>
                {files.scanned.more && (
                  <Button
                    size="compact-sm"
                    variant="default"
                    loading={files.scanned.isBusy}
                    onClick={files.scanned.more}
                  >
                    {library.lookFurther}
                  </Button>
                )}
              </Group>
            )}
          </section>
          <PagesBar page={page} pages={files.pages} go={(next) => go(readMediaSearch({ ...filters, page: next }))} />
        </div>
      </div>
      <MediaDetails id={item ?? null} close={() => open(null)} open={open} />
    </Screen>
  );
}

/** The files of a filter: by pages, or a part at a time where each file has to be looked at. */
function useFiles(filters: MediaSearch, page: number) {
  const isScan = filters.lacks !== undefined || filters.size !== undefined;
  const context = 'edit';
  const list = useQuery({
    queryKey: ['media', 'list', filters, page],
    queryFn: ({ signal }) => libraryApi.list({ context, ...filterOf(filters), page, per_page: perPage }, signal),
    placeholderData: keepPreviousData,
    enabled: !isScan,
  });
  const scan = useInfiniteQuery({
    queryKey: ['media', 'scan', filters],
    initialPageParam: undefined as number | undefined,
    queryFn: ({ signal, pageParam }) => {
      const size = filters.size ? mediaSizes[filters.size] : {};
      const query = { context, ...filterOf(filters), ...size, lacks: filters.lacks, per_page: perPage };
      return libraryApi.scan({ ...query, below_id: pageParam }, signal);
    },
    getNextPageParam: (last) => last.next ?? undefined,
    enabled: isScan,
  });
  if (!isScan)
    return {
      query: list,
      items: list.data?.items ?? [],
      total: list.data?.total ?? null,
      pages: list.data?.pages ?? 0,
      scanned: null,
    };
  const parts = scan.data?.pages ?? [];
  return {
    query: scan,
    items: parts.flatMap(({ items }) => items),
    total: null,
    pages: 0,
    scanned: scan.data
      ? {
          lookedAt: parts.reduce((sum, { looked_at }) => sum + looked_at, 0),
          more: scan.hasNextPage ? () => void scan.fetchNextPage() : undefined,
          isBusy: scan.isFetchingNextPage,
        }
      : null,
  };
}

async function firstFiles(filters: MediaSearch, count: number): Promise<readonly LibraryItem[]> {
  const found: LibraryItem[] = [];
  for (let page = 1; found.length < count; page += 1) {
    const { items, pages } = await libraryApi.list({
      context: 'edit',
      ...filterOf(filters),
      page,
      per_page: mostAtOnce,
    });
    found.push(...items);
    if (page >= pages) break;
  }
  return found.slice(0, count);
}
