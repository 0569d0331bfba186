import { Badge, Checkbox, Group, Menu, Table, Text } from '@mantine/core';
import { memo } from 'react';
import { useMay } from '../../api/me.ts';
import { dangerColor } from '../../app/theme.ts';
import { TextLink } from '../../ui/links.tsx';
import { RowMenu } from '../../ui/row-menu.tsx';
import { TreeArrow } from '../../ui/tree-arrow.tsx';
import { useDates, useOwnWords, useWords } from '../../words/words.tsx';
import { CellValue } from '../fields/cell-value.tsx';
import { addresses, type ContentItem, type ContentKind } from './content-kind.ts';
import { embeddedNames } from './embedded-names.ts';
import { listWords } from './list-words.ts';
import type { PageMove } from './page-moves.ts';
import { shownTerms } from './shown-terms.ts';
import type { ListAction } from './use-content-actions.tsx';

export interface RowActions {
  readonly select: (ids: readonly number[], isSelected: boolean) => void;
  readonly act: (action: ListAction, ids: readonly number[]) => void;
}

interface ContentRowProps extends RowActions {
  readonly kind: ContentKind;
  readonly item: ContentItem;
  readonly isSelected: boolean;
  /** Where it stands in a tree; `isOpened` is null for one that has nothing below it. */
  readonly branch?: {
    readonly depth: number;
    readonly isOpened: boolean | null;
    readonly toggle: (isOpened: boolean) => void;
    /** The entry before it among those beside it. */
    readonly before: string | null;
    readonly isLast: boolean;
    readonly move: (move: PageMove) => void;
  };
}

const colours: Readonly<Record<string, string>> = {
  publish: 'green',
  future: 'blue',
  draft: 'gray',
  pending: 'yellow',
  private: 'violet',
  trash: 'red',
};

/** A row; rows that stay as they are are not made anew while others are selected or loaded. */
export const ContentRow = memo(
  function ContentRow({ kind, item, isSelected, branch, select, act }: ContentRowProps) {
    const words = useWords();
    const dates = useDates();
    const title = item.title?.raw.trim() || words.common.untitled;
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
          <Group gap={4} wrap="nowrap" align="flex-start" ps={(branch?.depth ?? 0) * 24}>
            {branch && <TreeArrow name={title} isOpened={branch.isOpened} toggle={branch.toggle} />}
            <div>
              <Group gap="xs">
                {item.status === 'trash' ? (
                  <Text fw={600}>{title}</Text>
                ) : (
                  <TextLink to={addresses.item(kind, item.id)} fw={600} c="inherit">
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
            </div>
          </Group>
        </Table.Td>
        {kind.columns.map((field) => (
          <Table.Td key={field.name} visibleFrom="sm">
            <CellValue field={field} value={item.meta?.[field.name]} />
          </Table.Td>
        ))}
        {kind.type.supports.includes('author') && (
          <Table.Td visibleFrom="sm">
            <Text size="sm">{author}</Text>
          </Table.Td>
        )}
        {shownTerms(kind).map(({ key, taxonomy }) => (
          <Table.Td key={key} visibleFrom="md">
            <Text size="sm" c="dimmed" lineClamp={2}>
              {embeddedNames(item, 'wp:term', taxonomy.name).join(', ')}
            </Text>
          </Table.Td>
        ))}
        <Table.Td visibleFrom="sm">
          <Text size="sm" style={{ whiteSpace: 'nowrap' }}>
            {date}
          </Text>
        </Table.Td>
        <Table.Td>
          <ItemActions kind={kind} item={item} title={title} act={act} branch={branch} />
        </Table.Td>
      </Table.Tr>
    );
  },
  (before, after) =>
    before.kind === after.kind &&
    before.item === after.item &&
    before.isSelected === after.isSelected &&
    before.select === after.select &&
    before.act === after.act &&
    before.branch?.isOpened === after.branch?.isOpened &&
    before.branch?.before === after.branch?.before &&
    before.branch?.isLast === after.branch?.isLast,
);

function ItemActions({
  kind,
  item,
  title,
  act,
  branch,
}: Pick<ContentRowProps, 'kind' | 'item' | 'act' | 'branch'> & { readonly title: string }) {
  const words = useWords();
  const own = useOwnWords(listWords);
  const may = useMay();
  const { capabilities, public: isPublic } = kind.type;
  const isTrashed = item.status === 'trash';
  return (
    <RowMenu title={title}>
      {() => (
        <>
          {!isTrashed && isPublic && (
            <Menu.Item component="a" href={item.link}>
              {words.list.view}
            </Menu.Item>
          )}
          {!isTrashed && (
            <>
              <Menu.Item onClick={() => act('edit', [item.id])}>{own.quickEdit}</Menu.Item>
              <Menu.Item onClick={() => act('duplicate', [item.id])}>{own.duplicate}</Menu.Item>
            </>
          )}
          {branch && (
            <>
              <Menu.Divider />
              {branch.before !== null && (
                <>
                  <Menu.Item onClick={() => branch.move('up')}>{own.moveUp}</Menu.Item>
                  <Menu.Item onClick={() => branch.move('in')}>{own.moveIn(branch.before)}</Menu.Item>
                </>
              )}
              {!branch.isLast && <Menu.Item onClick={() => branch.move('down')}>{own.moveDown}</Menu.Item>}
              {branch.depth > 0 && <Menu.Item onClick={() => branch.move('out')}>{own.moveOut}</Menu.Item>}
              <Menu.Divider />
            </>
          )}
          {!isTrashed && item.status !== 'publish' && may(capabilities.publish) && (
            <Menu.Item onClick={() => act('publish', [item.id])}>{words.list.publish}</Menu.Item>
          )}
          {item.status === 'publish' && (
            <Menu.Item onClick={() => act('draft', [item.id])}>{words.list.toDraft}</Menu.Item>
          )}
          {!isTrashed && may(capabilities.delete) && (
            <Menu.Item color={dangerColor} onClick={() => act('trash', [item.id])}>
              {words.list.trash}
            </Menu.Item>
          )}
          {isTrashed && <Menu.Item onClick={() => act('restore', [item.id])}>{words.list.restore}</Menu.Item>}
          {isTrashed && may(capabilities.delete) && (
            <Menu.Item color={dangerColor} onClick={() => act('remove', [item.id])}>
              {words.common.delete}
            </Menu.Item>
          )}
        </>
      )}
    </RowMenu>
  );
}
