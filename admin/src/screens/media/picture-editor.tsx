import { ActionIcon, Button, Group, Modal, Select, Stack, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { FlipHorizontal2, FlipVertical2, RotateCcw, RotateCw, Undo2 } from 'lucide-react';
import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react';
import { notifyDone } from '../../ui/notify.tsx';
import { ErrorState } from '../../ui/states.tsx';
import { useOwnWords, useWords } from '../../words/words.tsx';
import { type Area, largestArea, movedArea, resizedArea, whole } from './crop-area.ts';
import classes from './library.module.css';
import { type LibraryItem, libraryApi, type Step } from './library-api.ts';
import { libraryWords } from './library-words.ts';

interface PictureEditorProps {
  readonly item: LibraryItem;
  readonly close: () => void;
  /** Shows the file that was made. */
  readonly open: (id: number) => void;
}

/** How a picture is turned: quarters clockwise, after it was flipped. */
interface Turn {
  readonly quarters: number;
  readonly mirrored: boolean;
}

const upright: Turn = { quarters: 0, mirrored: false };
const turned = (turn: Turn, by: number): Turn => ({ ...turn, quarters: (turn.quarters + by + 4) % 4 });
/** Flipping what is turned is turning the other way what is flipped. */
const mirrored = ({ quarters, mirrored: was }: Turn): Turn => ({ quarters: (4 - quarters) % 4, mirrored: !was });
const keyStep = 0.02;
const longestSide = 1200;

/** Cuts, turns and flips a picture; what will be saved is drawn. */
export function PictureEditor({ item, close, open }: PictureEditorProps) {
  const words = useWords();
  const own = useOwnWords(libraryWords);
  const client = useQueryClient();
  const canvas = useRef<HTMLCanvasElement>(null);
  const [picture, setPicture] = useState<HTMLImageElement | null>(null);
  const [turn, setTurn] = useState(upright);
  const [ratio, setRatio] = useState('free');
  const [area, setArea] = useState<Area>(whole);
  const isOnSide = turn.quarters % 2 === 1;
  const [width, height] = isOnSide ? [item.height ?? 1, item.width ?? 1] : [item.width ?? 1, item.height ?? 1];
  const inShares = (value: string) => (value === 'free' ? null : (Number(value) * height) / width);

  useEffect(() => {
    const loaded = new Image();
    loaded.onload = () => setPicture(loaded);
    loaded.src = item.source_url;
  }, [item.source_url]);
  useEffect(() => {
    if (picture && canvas.current) draw(canvas.current, picture, turn);
  }, [picture, turn]);

  const change = (next: Turn) => {
    setTurn(next);
    setArea(whole);
    setRatio('free');
  };
  const steps = stepsOf(turn, area);
  const save = useMutation({
    mutationFn: (as: 'version' | 'item') => libraryApi.edit(item.id, item.source_url, steps, as),
    onSuccess: async (made, as) => {
      notifyDone(words, as === 'item' ? own.savedItem : own.savedVersion);
      close();
      if (as === 'item') open(made.id);
      await client.invalidateQueries({ queryKey: ['media'] });
    },
  });
  const press = (event: KeyboardEvent) => {
    const [x, y] = keys[event.key] ?? [0, 0];
    if (x === 0 && y === 0) return;
    event.preventDefault();
    setArea(
      event.shiftKey
        ? resizedArea(area, x * keyStep, y * keyStep, inShares(ratio))
        : movedArea(area, x * keyStep, y * keyStep),
    );
  };
  const drag = (event: PointerEvent<HTMLElement>, resizes: boolean) => {
    event.preventDefault();
    event.stopPropagation();
    const box = canvas.current?.getBoundingClientRect();
    if (!box) return;
    const from = { x: event.clientX, y: event.clientY, area };
    const move = (next: globalThis.PointerEvent) => {
      const [x, y] = [(next.clientX - from.x) / box.width, (next.clientY - from.y) / box.height];
      setArea(resizes ? resizedArea(from.area, x, y, inShares(ratio)) : movedArea(from.area, x, y));
    };
    const end = () => {
      window.removeEventListener('pointermove', move);
      window.removeEventListener('pointerup', end);
      window.removeEventListener('pointercancel', end);
    };
    window.addEventListener('pointermove', move);
    window.addEventListener('pointerup', end);
    // A finger that the system takes away, for its own gestures.
    window.addEventListener('pointercancel', end);
  };
  const pixels = (share: number, side: number) => Math.round(share * side);
  const said = own.cropAt(
    pixels(area.width, width),
    pixels(area.height, height),
    pixels(area.x, width),
    pixels(area.y, height),
  );
  const tools = [
    { label: own.left, Icon: RotateCcw, act: () => change(turned(turn, -1)) },
    { label: own.right, Icon: RotateCw, act: () => change(turned(turn, 1)) },
    { label: own.mirror, Icon: FlipVertical2, act: () => change(mirrored(turn)) },
    { label: own.flip, Icon: FlipHorizontal2, act: () => change(turned(mirrored(turn), 2)) },
    { label: own.undo, Icon: Undo2, act: () => change(upright) },
  ];
  return (
    <Modal
      opened
      onClose={close}
      size="xl"
      title={own.editTitle}
      closeButtonProps={{ 'aria-label': words.common.close }}
    >
      <Stack>
        <Group gap="xs" align="flex-end">
          <Select
            label={own.ratio}
            className={classes['ratio'] ?? ''}
            allowDeselect={false}
            data={Object.entries(own.ratios).map(([value, label]) => ({ value, label }))}
            value={ratio}
            onChange={(value) => {
              setRatio(value ?? 'free');
              setArea(largestArea(inShares(value ?? 'free')));
            }}
          />
          {tools.map(({ label, Icon, act }) => (
            <ActionIcon key={label} variant="default" size={36} aria-label={label} title={label} onClick={act}>
              <Icon size={18} aria-hidden />
            </ActionIcon>
          ))}
        </Group>
        <div className={classes['stage']} dir="ltr">
          <canvas ref={canvas} role="img" aria-label={item.alt_text || item.title} />
          <button
            type="button"
            className={classes['crop']}
            style={{
              left: `${area.x * 100}%`,
              top: `${area.y * 100}%`,
              width: `${area.width * 100}%`,
              height: `${area.height * 100}%`,
            }}
            aria-label={`${own.cropArea}: ${said}`}
            onKeyDown={press}
            onPointerDown={(event) => drag(event, false)}
          >
            <span className={classes['corner']} onPointerDown={(event) => drag(event, true)} />
          </button>
        </div>
        <Text size="xs" c="dimmed">
          {said}. {own.cropHint}
        </Text>
        {save.isError && <ErrorState title={words.states.notSaved} error={save.error} />}
        <Group justify="flex-end" gap="xs" className={classes['actions'] ?? ''}>
          <Button variant="default" onClick={close}>
            {words.common.cancel}
          </Button>
          <Button
            variant="default"
            disabled={steps.length === 0}
            loading={save.isPending && save.variables === 'item'}
            onClick={() => save.mutate('item')}
          >
            {own.saveItem}
          </Button>
          <Button
            disabled={steps.length === 0}
            loading={save.isPending && save.variables === 'version'}
            onClick={() => save.mutate('version')}
          >
            {own.saveVersion}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}

const keys: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

function stepsOf({ quarters, mirrored: isMirrored }: Turn, area: Area): Step[] {
  const percent = (value: number) => Math.round(value * 1_000_000) / 10_000;
  const isCut = area.x > 0 || area.y > 0 || area.width < 1 || area.height < 1;
  const { x, y, width, height } = area;
  return [
    ...(isMirrored ? [{ type: 'flip', args: { flip: { horizontal: true, vertical: false } } } as const] : []),
    ...(quarters > 0 ? [{ type: 'rotate', args: { angle: quarters * 90 } } as const] : []),
    ...(isCut
      ? [
          {
            type: 'crop',
            args: { left: percent(x), top: percent(y), width: percent(width), height: percent(height) },
          } as const,
        ]
      : []),
  ];
}

function draw(canvas: HTMLCanvasElement, picture: HTMLImageElement, { quarters, mirrored: isMirrored }: Turn): void {
  const { naturalWidth, naturalHeight } = picture;
  const scale = Math.min(1, longestSide / Math.max(naturalWidth, naturalHeight));
  const [w, h] = [naturalWidth * scale, naturalHeight * scale];
  [canvas.width, canvas.height] = quarters % 2 === 1 ? [h, w] : [w, h];
  const context = canvas.getContext('2d');
  if (!context) return;
  context.translate(canvas.width / 2, canvas.height / 2);
  context.rotate((quarters * Math.PI) / 2);
  context.scale(isMirrored ? -1 : 1, 1);
  context.drawImage(picture, -w / 2, -h / 2, w, h);
}
