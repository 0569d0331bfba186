import { Button, Group, Modal } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { collection } from '../../api/collection.ts';
import type { AttachmentEdit } from '../../api/interface.ts';
import { ListStates } from '../../ui/list-states.tsx';
import { PagesBar } from '../../ui/pages-bar.tsx';
import { SearchField, useListSearch } from '../../ui/search-field.tsx';
import { useOwnWords, useWords } from '../../words/words.tsx';
import { nameOf } from './attachment-facts.ts';
import classes from './media.module.css';
import { MediaTile } from './media-tile.tsx';
import { mediaFilter } from './mime-types.ts';
import { mediaWords } from './words.ts';

interface MediaPickerProps {
  /** Which files are offered; pictures where nothing is said, all where it is empty. */
  readonly mimeTypes?: readonly string[];
  readonly choose: (file: AttachmentEdit) => void;
  /** Takes several at once instead. */
  readonly chooseMany?: (files: readonly AttachmentEdit[]) => void;
  readonly close: () => void;
  /** Whether something follows the choice, so that it does not close itself. */
  readonly staysOpen?: boolean;
}

const pictures = ['image/*'];

const perPage = 24;
const files = collection<AttachmentEdit>('/wp/v2/media');

/** Files of the media library, one or more of which are chosen. */
export function MediaPicker({ mimeTypes = pictures, choose, chooseMany, close, staysOpen = false }: MediaPickerProps) {
  const words = useWords();
  const own = useOwnWords(mediaWords);
  const { page, setPage, search, field } = useListSearch();
  const list = useQuery({
    queryKey: ['media', 'list', 'picker', mimeTypes, page, search],
    // Files of others can be used as well, by those who may not edit them.
    queryFn: ({ signal }) =>
      files.list({ context: 'view', page, per_page: perPage, search, ...mediaFilter(mimeTypes) }, signal),
    placeholderData: keepPreviousData,
  });
  const items = list.data?.items ?? [];
  const [chosen, setChosen] = useState<ReadonlyMap<number, AttachmentEdit>>(new Map());
  const press = (item: AttachmentEdit) => {
    if (chooseMany) return setChosen(toggled(chosen, item));
    choose(item);
    if (!staysOpen) close();
  };
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
              isChosen={chooseMany && chosen.has(item.id)}
              press={() => press(item)}
            />
          ))}
        </ul>
      </ListStates>
      <PagesBar page={page} pages={list.data?.pages ?? 0} go={setPage} />
      {chooseMany && (
        <Group justify="flex-end" mt="md">
          <Button
            onClick={() => {
              chooseMany([...chosen.values()]);
              close();
            }}
          >
            {own.addChosen(chosen.size)}
          </Button>
        </Group>
      )}
    </Modal>
  );
}

function toggled(chosen: ReadonlyMap<number, AttachmentEdit>, item: AttachmentEdit): Map<number, AttachmentEdit> {
  const next = new Map(chosen);
  if (!next.delete(item.id)) next.set(item.id, item);
  return next;
}
