import { ActionIcon, Box } from '@mantine/core';
import { ChevronDown, ChevronRight } from 'lucide-react';
import { useOwnWords } from '../words/words.tsx';
import { treeWords } from './tree-words.ts';

interface TreeArrowProps {
  /** What the row is called. */
  readonly name: string;
  /** Null for one that has nothing below it, which keeps its place. */
  readonly isOpened: boolean | null;
  readonly toggle: (isOpened: boolean) => void;
}

/** Opens a row of a tree, or closes it. */
export function TreeArrow({ name, isOpened, toggle }: TreeArrowProps) {
  const own = useOwnWords(treeWords);
  if (isOpened === null) return <Box w={28} style={{ flexShrink: 0 }} />;
  const Arrow = isOpened ? ChevronDown : ChevronRight;
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      aria-label={isOpened ? own.hideBelow(name) : own.below(name)}
      aria-expanded={isOpened}
      onClick={() => toggle(!isOpened)}
    >
      <Arrow size={16} aria-hidden className="turns-with-direction" />
    </ActionIcon>
  );
}
