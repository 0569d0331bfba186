import { Badge, Checkbox, Group, Menu, Table, Text, UnstyledButton } from '@mantine/core';
import { ArrowDown, ArrowUp } from 'lucide-react';
import { memo } from 'react';
import { useMay } from '../../api/me.ts';
import { ActionsHeading } from '../../ui/actions-heading.tsx';
import { TextLink } from '../../ui/links.tsx';
import { ListTable } from '../../ui/list-states.tsx';
import { RowMenu } from '../../ui/row-menu.tsx';
import { useDates, useWords } from '../../words/words.tsx';
import type { ContentItem, ContentKind } from './content-kind.ts';
import { embeddedNames } from './embedded-names.ts';
import type { ListSearch } from './list-search.ts';
import type { ContentAction } from './use-content-actions.tsx';

interface ContentTableProps {
  readonly kind: ContentKind;
  readonly items: readonly ContentItem[];
  /** Whether they are still those of the filters before. */
  readonly isOld: boolean;
  readonly search: ListSearch;
  readonly selected: ReadonlySet<number>;
  readonly select: (ids: readonly number[], isSelected: boolean) => void;
  readonly sort: (column: 'date' | 'modified' | 'title') => void;
  readonly act: (action: ContentAction, ids: readonly number[]) => void;
}

const colours: Readonly<Record<string, string>> = {
  publish: 'green',
  future: 'blue',
  draft: 'gray',
  pending: 'yellow',
  private: 'violet',
  trash: 'red',
};

export function ContentTable({ kind, items, isOld, search, selected, select, sort, act }: ContentTableProps) {
  const words = useWords();
  const isAllSelected = items.length > 0 && items.every(({ id }) => selected.has(id));
  return (
    <ListTable label={kind.words(words).title} isOld={isOld}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th w={40}>
            <Checkbox
              aria-label={words.common.selectAll}
              checked={isAllSelected}
              indeterminate={!isAllSelected && selected.size > 0}
              onChange={(event) =>
                select(
                  items.map(({ id }) => id),
                  event.currentTarget.checked,
                )
              }
            />
          </Table.Th>
          <SortableHeading column="title" label={words.list.title} search={search} sort={sort} />
          <Table.Th visibleFrom="sm" w={150}>
            {words.list.author}
          </Table.Th>
          {kind.hasCategories && <Table.Th visibleFrom="md">{words.list.categories}</Table.Th>}
          <SortableHeading column="date" label={words.list.date} search={search} sort={sort} visibleFrom="sm" />
          <ActionsHeading />
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {items.map((item) => (
          <ContentRow
            key={item.id}
            kind={kind}
            item={item}
            isSelected={selected.has(item.id)}
            select={select}
            act={act}
          />
        ))}
      </Table.Tbody>
    </ListTable>
  );
}

interface SortableHeadingProps extends Pick<ContentTableProps, 'search' | 'sort'> {
  readonly column: 'date' | 'title';
  readonly label: string;
  readonly visibleFrom?: 'sm';
}

function SortableHeading({ column, label, search, sort, visibleFrom }: SortableHeadingProps) {
  const words = useWords();
  const isSorted = (search.orderby ?? 'date') === column;
  const order = search.order ?? (column === 'title' ? 'asc' : 'desc');
  const Arrow = order === 'asc' ? ArrowUp : ArrowDown;
  return (
    <Table.Th visibleFrom={visibleFrom} aria-sort={isSorted ? (order === 'asc' ? 'ascending' : 'descending') : 'none'}>
      <UnstyledButton onClick={() => sort(column)} title={words.common.sortBy(label)} fw={600} fz="sm">
        <Group gap={4} wrap="nowrap">
          {label}
          {isSorted && <Arrow size={14} aria-hidden />}
        </Group>
      </UnstyledButton>
    </Table.Th>
  );
}

interface ContentRowProps extends Pick<ContentTableProps, 'kind' | 'select' | 'act'> {
  readonly item: ContentItem;
  readonly isSelected: boolean;
}

/** A row; rows that stay as they are are not made anew while others are selected or loaded. */
const ContentRow = memo(function ContentRow({ kind, item, isSelected, select, act }: ContentRowProps) {
  const words = useWords();
  const dates = useDates();
  const title = item.title.raw.trim() || words.common.untitled;
  const author = embeddedNames(item, 'author').join(', ');
  const date = item.date ? dates.day(new Date(item.date)) : '';
  return (
    <Table.Tr data-id={item.id} bg={isSelected ? 'var(--mantine-primary-color-light)' : undefined}>
      <Table.Td>
        <Checkbox
          aria-label={`${words.common.select}: ${title}`}
          checked={isSelected}
          onChange={(event) => select([item.id], event.currentTarget.checked)}
        />
      </Table.Td>
      <Table.Td style={{ overflowWrap: 'anywhere' }}>
        <Group gap="xs">
          {item.status === 'trash' ? (
            <Text fw={600}>{title}</Text>
          ) : (
            <TextLink to={`/${kind.key}/$id`} params={{ id: String(item.id) }} fw={600} c="inherit">
              {title}
            </TextLink>
          )}
          {item.status !== 'publish' && (
            <Badge color={colours[item.status] ?? 'gray'}>
              {words.status[item.status as keyof typeof words.status] ?? item.status}
            </Badge>
          )}
          {item.sticky && <Badge color="sea">{words.list.sticky}</Badge>}
          {item.password && <Badge color="gray">{words.list.protected}</Badge>}
        </Group>
        <Text size="xs" c="dimmed" hiddenFrom="sm">
          {[author, date].filter((text) => text !== '').join(' · ')}
        </Text>
      </Table.Td>
      <Table.Td visibleFrom="sm">
        <Text size="sm">{author}</Text>
      </Table.Td>
      {kind.hasCategories && (
        <Table.Td visibleFrom="md">
          <Text size="sm" c="dimmed" lineClamp={2}>
            {embeddedNames(item, 'wp:term', 'category').join(', ')}
          </Text>
        </Table.Td>
      )}
      <Table.Td visibleFrom="sm">
        <Text size="sm" style={{ whiteSpace: 'nowrap' }}>
          {date}
        </Text>
      </Table.Td>
      <Table.Td>
        <ItemActions kind={kind} item={item} title={title} act={act} />
      </Table.Td>
    </Table.Tr>
  );
});

function ItemActions({
  kind,
  item,
  title,
  act,
}: Pick<ContentRowProps, 'kind' | 'item' | 'act'> & { readonly title: string }) {
  const words = useWords();
  const may = useMay();
  const isTrashed = item.status === 'trash';
  return (
    <RowMenu title={title}>
      {() => (
        <>
          {!isTrashed && (
            <Menu.Item component="a" href={item.link}>
              {words.list.view}
            </Menu.Item>
          )}
          {!isTrashed && item.status !== 'publish' && may(kind.publish) && (
            <Menu.Item onClick={() => act('publish', [item.id])}>{words.list.publish}</Menu.Item>
          )}
          {item.status === 'publish' && (
            <Menu.Item onClick={() => act('draft', [item.id])}>{words.list.toDraft}</Menu.Item>
          )}
          {!isTrashed && (
            <Menu.Item color="red" onClick={() => act('trash', [item.id])}>
              {words.list.trash}
            </Menu.Item>
          )}
          {isTrashed && <Menu.Item onClick={() => act('restore', [item.id])}>{words.list.restore}</Menu.Item>}
          {isTrashed && (
            <Menu.Item color="red" onClick={() => act('remove', [item.id])}>
              {words.common.delete}
            </Menu.Item>
          )}
        </>
      )}
    </RowMenu>
  );
}
