import { Modal } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { api } from '../../api/api.ts';
import type { AttachmentEdit } from '../../api/interface.ts';
import { ListStates } from '../../ui/list-states.tsx';
import { PagesBar } from '../../ui/pages-bar.tsx';
import { SearchField, useListSearch } from '../../ui/search-field.tsx';
import { useOwnWords, useWords } from '../../words/words.tsx';
import { nameOf } from './attachment-facts.ts';
import classes from './media.module.css';
import { MediaTile } from './media-tile.tsx';
import { mediaWords } from './words.ts';

interface MediaPickerProps {
  readonly choose: (picture: AttachmentEdit) => void;
  readonly close: () => void;
}

const perPage = 24;

/** Pictures of the media library, one of which is chosen. */
export function MediaPicker({ choose, close }: MediaPickerProps) {
  const words = useWords();
  const own = useOwnWords(mediaWords);
  const { page, setPage, search, field } = useListSearch();
  const list = useQuery({
    queryKey: ['media', 'list', 'picker', page, search],
    // Pictures of others can be used as well, by those who may not edit them.
    queryFn: ({ signal }) =>
      api.list('/wp/v2/media', { context: 'view', page, per_page: perPage, search, media_type: 'image' }, signal),
    placeholderData: keepPreviousData,
  });
  const items = list.data?.items ?? [];
  return (
    <Modal opened onClose={close} size="xl" title={own.picker} closeButtonProps={{ 'aria-label': words.common.close }}>
      <SearchField {...field} />
      <ListStates
        query={list}
        rows={4}
        count={items.length}
        empty={{ title: own.pickerEmpty }}
        isFiltered={search !== ''}
      >
        <ul className={classes['grid']} style={{ marginTop: '1rem' }}>
          {items.map((item) => (
            <MediaTile
              key={item.id}
              item={item}
              label={own.choose(nameOf(item))}
              press={() => {
                choose(item);
                close();
              }}
            />
          ))}
        </ul>
      </ListStates>
      <PagesBar page={page} pages={list.data?.pages ?? 0} go={setPage} />
    </Modal>
  );
}
