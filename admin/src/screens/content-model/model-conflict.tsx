import { Code, Stack, Text } from '@mantine/core';
import { ConflictDialog } from '../../ui/conflict-dialog.tsx';
import { useOwnWords, useWords } from '../../words/words.tsx';
import { type Difference, differences } from './differences.ts';
import { modelWords } from './words.ts';

interface ModelConflictProps {
  readonly mine: unknown;
  readonly theirs: unknown;
  readonly resolve: (keeps: 'mine' | 'theirs') => void;
}

/** Both versions of a declaration, as far as they differ. */
export function ModelConflict({ mine, theirs, resolve }: ModelConflictProps) {
  const found = differences(mine, theirs);
  return (
    <ConflictDialog
      mine={<Version found={found} side="mine" />}
      theirs={<Version found={found} side="theirs" />}
      resolve={resolve}
    />
  );
}

function Version({ found, side }: { readonly found: readonly Difference[]; readonly side: 'mine' | 'theirs' }) {
  const { common } = useWords();
  const own = useOwnWords(modelWords);
  return (
    <Stack gap="xs">
      {found.map(({ path, [side]: value }) => (
        <div key={path}>
          {path !== '' && (
            <Text size="sm" fw={600} style={{ overflowWrap: 'anywhere' }}>
              {path}
            </Text>
          )}
          {value === undefined ? (
            <Text size="sm" c="dimmed">
              {path === '' ? own.gone : common.none}
            </Text>
          ) : (
            <Code block style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
              {typeof value === 'string' ? value : JSON.stringify(value, null, 2)}
            </Code>
          )}
        </div>
      ))}
    </Stack>
  );
}
