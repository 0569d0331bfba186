import { Button, Group, Stack, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type KeyboardEvent, type PointerEvent, useState } from 'react';
import { notifyDone } from '../../ui/notify.tsx';
import { ErrorState } from '../../ui/states.tsx';
import { useOwnWords, useWords } from '../../words/words.tsx';
import classes from './library.module.css';
import { type LibraryItem, libraryApi, type Point } from './library-api.ts';
import { libraryWords } from './library-words.ts';

const middle: Point = { x: 0.5, y: 0.5 };
const step = 0.02;
const moves: Readonly<Record<string, Point>> = {
  ArrowLeft: { x: -step, y: 0 },
  ArrowRight: { x: step, y: 0 },
  ArrowUp: { x: 0, y: -step },
  ArrowDown: { x: 0, y: step },
};

/** Shows a picture and sets the part of it that crops keep in view. */
export function FocalPointControl({ item }: { readonly item: LibraryItem }) {
  const words = useWords();
  const own = useOwnWords(libraryWords);
  const client = useQueryClient();
  const [point, setPoint] = useState(item.focal_point ?? middle);
  // The list that the item comes from is loaded again later.
  const [stored, setStored] = useState(item.focal_point);
  const save = useMutation({
    mutationFn: (next: Point | null) => libraryApi.change(item.id, { focal_point: next }),
    onSuccess: async (_saved, next) => {
      setStored(next);
      notifyDone(words, words.list.changed(1));
      await client.invalidateQueries({ queryKey: ['media'] });
    },
  });
  const place = (event: PointerEvent<HTMLElement>) => {
    const box = event.currentTarget.getBoundingClientRect();
    setPoint({ x: share((event.clientX - box.left) / box.width), y: share((event.clientY - box.top) / box.height) });
  };
  const press = (event: KeyboardEvent) => {
    const move = moves[event.key];
    if (!move) return;
    event.preventDefault();
    setPoint({ x: share(point.x + move.x), y: share(point.y + move.y) });
  };
  const { x, y } = stored ?? middle;
  const isChanged = point.x !== x || point.y !== y;
  const said = own.focalAt(Math.round(point.x * 100), Math.round(point.y * 100));
  return (
    <Stack gap="xs" component="section" aria-label={own.focalPoint}>
      <div
        className={classes['focal']}
        onPointerDown={place}
        onPointerMove={(event) => event.buttons === 1 && place(event)}
      >
        <img src={item.source_url} alt={item.alt_text} draggable={false} />
        <button
          type="button"
          className={classes['mark']}
          style={{ left: `${point.x * 100}%`, top: `${point.y * 100}%` }}
          aria-label={`${own.focalPoint}: ${said}`}
          onKeyDown={press}
        />
      </div>
      <Text size="xs" c="dimmed">
        {own.focalHint}
      </Text>
      <Group gap="xs">
        {isChanged && (
          <Button size="compact-sm" loading={save.isPending} onClick={() => save.mutate(point)}>
            {own.saveFocal}
          </Button>
        )}
        {(stored !== null || isChanged) && (
          <Button
            size="compact-sm"
            variant="default"
            disabled={save.isPending}
            onClick={() => {
              setPoint(middle);
              if (stored !== null) save.mutate(null);
            }}
          >
            {own.resetFocal}
          </Button>
        )}
      </Group>
      {save.isError && <ErrorState title={words.states.notSaved} error={save.error} />}
    </Stack>
  );
}

const share = (value: number): number => Math.round(Math.min(1, Math.max(0, value)) * 10_000) / 10_000;
