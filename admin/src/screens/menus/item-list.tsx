import { ActionIcon, Badge, Box, Collapse, Group, Paper, Text, VisuallyHidden } from '@mantine/core';
import { ArrowDown, ArrowLeftFromLine, ArrowRightFromLine, ArrowUp, GripVertical, Pencil, Trash2 } from 'lucide-react';
import { type DragEvent, useState } from 'react';
import { notifyDone } from '../../ui/notify.tsx';
import { useOwnWords, useWords } from '../../words/words.tsx';
import { ItemFields } from './item-fields.tsx';
import classes from './item-list.module.css';
import { type Item, labelOf } from './menu-api.ts';
import { type DropPlace, dropped, type Move, moves, without } from './menu-moves.ts';
import { menuWords } from './words.ts';

interface ItemListProps {
  readonly items: readonly Item[];
  readonly change: (update: (items: readonly Item[]) => readonly Item[]) => void;
}

const arrows = [
  ['up', ArrowUp],
  ['down', ArrowDown],
  ['out', ArrowLeftFromLine],
  ['in', ArrowRightFromLine],
] as const satisfies readonly (readonly [Move, typeof ArrowUp])[];

/** The items of a menu as a tree: dragged with a mouse, moved by named buttons with anything else. */
export function ItemList({ items, change }: ItemListProps) {
  const words = useWords();
  const own = useOwnWords(menuWords);
  const [opened, setOpened] = useState<string | null>(null);
  const [dragged, setDragged] = useState<string | null>(null);
  const [over, setOver] = useState<{ readonly key: string; readonly place: DropPlace } | null>(null);
  const [said, setSaid] = useState('');

  const move = (item: Item, at: number, by: Move) => {
    const moved = moves[by](items, at);
    if (!moved) return;
    change(() => moved);
    const place = moved.findIndex((one) => one.key === item.key);
    setSaid(own.moved(labelOf(item), place + 1, (moved[place]?.level ?? 0) + 1));
  };
  const remove = (item: Item, at: number) => {
    const rest = without(items, at);
    change(() => rest);
    notifyDone(words, own.itemRemoved(labelOf(item)), () =>
      // Where something else was changed since, the item comes back by itself, at the top.
      change((now) => (now === rest ? items : [...now, { ...item, level: 0 }])),
    );
  };
  const drop = (onto: number) => {
    const from = items.findIndex((item) => item.key === dragged);
    const moved = over && from >= 0 ? dropped(items, from, onto, over.place) : null;
    if (moved) change(() => moved);
    setDragged(null);
    setOver(null);
  };

  return (
    <>
      <ul className={classes['list']}>
        {items.map((item, at) => {
          const label = labelOf(item) || words.common.untitled;
          const isOpened = opened === item.key;
          return (
            <li
              key={item.key}
              style={{ '--level': item.level } as React.CSSProperties}
              className={classes['item']}
              data-drop={over?.key === item.key ? over.place : undefined}
              onDragOver={(event) => {
                if (dragged === null || dragged === item.key) return;
                event.preventDefault();
                setOver({ key: item.key, place: placeAt(event) });
              }}
              onDrop={(event) => {
                event.preventDefault();
                drop(at);
              }}
            >
              <Paper withBorder p="xs" data-dragged={dragged === item.key || undefined}>
                <Group wrap="nowrap" gap="xs">
                  {/* biome-ignore lint/a11y/noStaticElementInteractions: for mice only; the buttons do the same */}
                  <span
                    className={classes['grip']}
                    title={own.drag(label)}
                    draggable
                    onDragStart={(event) => {
                      event.dataTransfer.effectAllowed = 'move';
                      event.dataTransfer.setData('text/plain', label);
                      setDragged(item.key);
                    }}
                    onDragEnd={() => {
                      setDragged(null);
                      setOver(null);
                    }}
                  >
                    <GripVertical size={18} aria-hidden />
                  </span>
                  <Box flex={1} miw={0}>
                    <Text fw={600} truncate>
                      <VisuallyHidden>{own.level(item.level + 1)}: </VisuallyHidden>
                      {label}
                    </Text>
                    <Group gap={6}>
                      <Text size="xs" c="dimmed">
                        {kindOf(item, own.kindOf)}
                      </Text>
                      {item.invalid && (
                        <Badge size="sm" color="red" variant="light">
                          {own.gone}
                        </Badge>
                      )}
                      {item.status !== 'publish' && (
                        <Badge size="sm" color="gray" variant="light">
                          {own.hidden}
                        </Badge>
                      )}
                    </Group>
                  </Box>
                  <Group gap={0} justify="flex-end" className={classes['actions']}>
                    {arrows.map(([by, Icon]) => (
                      <ActionIcon
                        key={by}
                        variant="subtle"
                        color="gray"
                        aria-label={own[by](label)}
                        // A button that is off keeps its focus, so that a row can be moved to the end by keyboard.
                        aria-disabled={moves[by](items, at) === null}
                        data-disabled={moves[by](items, at) === null || undefined}
                        onClick={() => move(item, at, by)}
                      >
                        <Icon
                          size={16}
                          aria-hidden
                          className={by === 'in' || by === 'out' ? 'turns-with-direction' : ''}
                        />
                      </ActionIcon>
                    ))}
                    <ActionIcon
                      variant="subtle"
                      color="gray"
                      aria-label={own.edit(label)}
                      aria-expanded={isOpened}
                      onClick={() => setOpened(isOpened ? null : item.key)}
                    >
                      <Pencil size={16} aria-hidden />
                    </ActionIcon>
                    <ActionIcon
                      variant="subtle"
                      color="gray"
                      aria-label={own.remove(label)}
                      onClick={() => remove(item, at)}
                    >
                      <Trash2 size={16} aria-hidden />
                    </ActionIcon>
                  </Group>
                </Group>
                <Collapse expanded={isOpened}>
                  {isOpened && (
                    <ItemFields
                      item={item}
                      change={(changes) =>
                        change((now) => now.map((one) => (one.key === item.key ? { ...one, ...changes } : one)))
                      }
                    />
                  )}
                </Collapse>
              </Paper>
            </li>
          );
        })}
      </ul>
      <VisuallyHidden role="status">{said}</VisuallyHidden>
    </>
  );
}

const kindNames: Readonly<Record<string, string>> = {
  page: 'pages',
  post: 'posts',
  category: 'categories',
  post_tag: 'tags',
  custom: 'custom',
};

/** What the item leads to, in the language of the page where it is known. */
function kindOf({ object, type_label: label }: Item, names: Readonly<Record<string, string>>): string {
  return names[kindNames[object] ?? ''] ?? label;
}

/** The upper part of a row is before it, the lower part after it; what is let go in the middle stands below it. */
function placeAt(event: DragEvent<HTMLElement>): DropPlace {
  const { top, height } = event.currentTarget.getBoundingClientRect();
  const part = (event.clientY - top) / height;
  return part < 0.3 ? 'before' : part > 0.7 ? 'after' : 'inside';
}
