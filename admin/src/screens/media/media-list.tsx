import { Anchor, Image, Table, Text } from '@mantine/core';
import { FileText } from 'lucide-react';
import type { AttachmentEdit } from '../../api/interface.ts';
import { ListTable } from '../../ui/list-states.tsx';
import { useDates, useOwnWords, useWords } from '../../words/words.tsx';
import { nameOf, thumbnailOf } from './attachment-facts.ts';
import classes from './media.module.css';
import { mediaWords } from './words.ts';

interface MediaListProps {
  readonly items: readonly AttachmentEdit[];
  readonly open: (id: number) => void;
}

/** The files as a list: more of each, less of the picture. */
export function MediaList({ items, open }: MediaListProps) {
  const words = useWords();
  const own = useOwnWords(mediaWords);
  const dates = useDates();
  return (
    <ListTable label={words.media.title}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{own.name}</Table.Th>
          <Table.Th visibleFrom="md">{own.alt}</Table.Th>
          <Table.Th visibleFrom="sm">{own.type}</Table.Th>
          <Table.Th visibleFrom="sm">{own.date}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {items.map((item) => (
          <Table.Tr key={item.id}>
            <Table.Td>
              <div className={classes['row']}>
                {item.media_type === 'image' ? (
                  <Image src={thumbnailOf(item)} alt="" w={40} h={40} fit="cover" radius="sm" loading="lazy" />
                ) : (
                  <FileText size={24} aria-hidden />
                )}
                <Anchor component="button" type="button" fw={600} c="inherit" ta="start" onClick={() => open(item.id)}>
                  {nameOf(item)}
                </Anchor>
              </div>
            </Table.Td>
            <Table.Td visibleFrom="md">
              <Text size="sm" c="dimmed" lineClamp={2}>
                {item.alt_text}
              </Text>
            </Table.Td>
            <Table.Td visibleFrom="sm">
              <Text size="sm">{item.mime_type}</Text>
            </Table.Td>
            <Table.Td visibleFrom="sm">
              <Text size="sm" style={{ whiteSpace: 'nowrap' }}>
                {item.date && dates.day(new Date(item.date))}
              </Text>
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </ListTable>
  );
}
