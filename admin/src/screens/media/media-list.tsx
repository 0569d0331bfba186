import { Anchor, Checkbox, Image, Table, Text } from '@mantine/core';
import { FileText } from 'lucide-react';
import { ListTable } from '../../ui/list-states.tsx';
import { useDates, useOwnWords, useWords } from '../../words/words.tsx';
import type { LibraryItem } from './library-api.ts';
import { libraryWords } from './library-words.ts';
import classes from './media.module.css';
import { libraryName } from './media-grid.tsx';
import { useSizeText } from './size-text.ts';
import type { Selection } from './use-selection.ts';
import { mediaWords } from './words.ts';

interface MediaListProps {
  readonly items: readonly LibraryItem[];
  readonly open: (id: number) => void;
  readonly selection: Selection;
}

/** The files as a list: more of each, less of the picture. */
export function MediaList({ items, open, selection }: MediaListProps) {
  const words = useWords();
  const own = useOwnWords(mediaWords);
  const library = useOwnWords(libraryWords);
  const dates = useDates();
  const sizeText = useSizeText();
  return (
    <ListTable label={words.media.title}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{own.name}</Table.Th>
          <Table.Th visibleFrom="lg">{own.alt}</Table.Th>
          <Table.Th visibleFrom="sm">{own.type}</Table.Th>
          <Table.Th visibleFrom="sm">{own.date}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {items.map((item) => (
          <Table.Tr key={item.id}>
            <Table.Td>
              <div className={classes['row']}>
                {item.may_edit && (
                  <Checkbox
                    aria-label={library.select(libraryName(item))}
                    checked={selection.selected.has(item.id)}
                    onChange={() => {}}
                    onClick={(event) => selection.toggle(item, items, event.shiftKey)}
                  />
                )}
                {item.media_type === 'image' ? (
                  <Image src={item.thumbnail_url} alt="" w={40} h={40} fit="cover" radius="sm" loading="lazy" />
                ) : (
                  <FileText size={24} aria-hidden />
                )}
                <Anchor component="button" type="button" fw={600} c="inherit" ta="start" onClick={() => open(item.id)}>
                  {libraryName(item)}
                </Anchor>
              </div>
            </Table.Td>
            <Table.Td visibleFrom="lg">
              <Text size="sm" c="dimmed" lineClamp={2}>
                {item.decorative ? library.decorative : item.alt_text}
              </Text>
            </Table.Td>
            <Table.Td visibleFrom="sm">
              <Text size="sm">{item.mime_type}</Text>
              <Text size="xs" c="dimmed">
                {sizeText(item)}
              </Text>
            </Table.Td>
            <Table.Td visibleFrom="sm">
              <Text size="sm" style={{ whiteSpace: 'nowrap' }}>
                {dates.day(new Date(item.date))}
              </Text>
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </ListTable>
  );
}
