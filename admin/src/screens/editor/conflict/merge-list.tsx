import { Group, Radio, SimpleGrid, Stack, Text } from '@mantine/core';
import { useOwnWords } from '../../../words/words.tsx';
import classes from './conflict.module.css';
import { type Choice, type MergePiece, usualChoice } from './merge-texts.ts';
import { RenderedPiece } from './rendered-piece.tsx';
import { conflictWords } from './words.ts';

interface MergeListProps {
  readonly pieces: readonly MergePiece[];
  readonly choices: readonly (Choice | undefined)[];
  readonly choose: (index: number, choice: Choice) => void;
  /** What is before the number of each place: the name of the field. */
  readonly name: string;
}

/** The places in which two versions differ, each with the choice of what is saved. */
export function MergeList({ pieces, choices, choose, name }: MergeListProps) {
  const own = useOwnWords(conflictWords);
  const differing = pieces.map((piece, index) => ({ piece, index })).filter(({ piece }) => piece.by !== 'none');
  return (
    <Stack gap="sm">
      {differing.map(({ piece, index }, number) => (
        <section key={index} className={classes['piece']} aria-label={`${name} ${own.piece(number + 1)}`.trim()}>
          <Text size="sm" c="dimmed" mb="xs">
            {own.by[piece.by === 'none' ? 'both' : piece.by]}
          </Text>
          <SimpleGrid cols={{ base: 1, sm: 2 }} mb="xs">
            <div>
              <Text size="xs" fw={600}>
                {own.choices.mine}
              </Text>
              <RenderedPiece source={piece.mine} other={piece.theirs} as="ins" />
            </div>
            <div>
              <Text size="xs" fw={600}>
                {own.choices.theirs}
              </Text>
              <RenderedPiece source={piece.theirs} other={piece.mine} as="ins" />
            </div>
          </SimpleGrid>
          <Radio.Group
            label={own.use}
            size="xs"
            value={choices[index] ?? usualChoice(piece)}
            onChange={(value) => choose(index, value === 'theirs' || value === 'both' ? value : 'mine')}
          >
            <Group gap="md" mt={4}>
              {(['mine', 'theirs', 'both'] as const).map((choice) => (
                <Radio key={choice} size="xs" value={choice} label={own.choices[choice]} />
              ))}
            </Group>
          </Radio.Group>
        </section>
      ))}
    </Stack>
  );
}
