import { List } from '@mantine/core';
import { useOwnWords } from '../../words/words.tsx';
import type { Loss } from './model.ts';
import { modelWords } from './words.ts';

interface LossListProps {
  readonly losses: readonly Loss[];
  /** What a field is called. */
  readonly labelOf: (field: string) => string;
}

/** What a change would leave without a declaration, with how much there is of it. */
export function LossList({ losses, labelOf }: LossListProps) {
  const own = useOwnWords(modelWords);
  return (
    <List size="sm">
      {losses.map(({ object, subtype, field, items }) => (
        <List.Item key={`${object} ${subtype} ${field}`}>
          {field === null ? own.lossEntries(items) : own.lossOfField(labelOf(field), own.lossItems(items))}
        </List.Item>
      ))}
    </List>
  );
}
