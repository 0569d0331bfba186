import { ColorSwatch, Group, Text } from '@mantine/core';
import type { Field } from '../../api/description.ts';
import { useDates, useLanguage, useWords } from '../../words/words.tsx';
import { rowsOf } from './paths.ts';
import { useRelationText } from './relation-names.tsx';
import { summaryOf } from './summary.ts';

function RelationValue({ field, value }: { readonly field: Field; readonly value: unknown }) {
  const shown = useRelationText(field, value);
  return (
    <Text size="sm" lineClamp={2} style={{ overflowWrap: 'anywhere' }}>
      {value === 0 ? '' : shown}
    </Text>
  );
}

/** The value of a field in a few words, where there is no room for its control. */
export function CellValue({ field, value }: { readonly field: Field; readonly value: unknown }) {
  const { common, declared } = useWords();
  const dates = useDates();
  const { code } = useLanguage();
  const text = (shown: string) => (
    <Text size="sm" lineClamp={2} style={{ overflowWrap: 'anywhere' }}>
      {shown}
    </Text>
  );
  switch (field.kind) {
    case 'boolean':
      return text(value ? common.yes : common.no);
    case 'number':
    case 'integer':
      return text(typeof value === 'number' ? value.toLocaleString(code) : '');
    case 'date':
    case 'datetime': {
      const at = new Date(typeof value === 'string' && value.length === 10 ? `${value}T00:00` : String(value));
      const isKnown = value !== '' && !Number.isNaN(at.getTime());
      return text(isKnown ? (field.kind === 'date' ? dates.day(at) : dates.minute(at)) : '');
    }
    case 'color':
      return typeof value === 'string' && value !== '' ? (
        <Group gap={6} wrap="nowrap">
          <ColorSwatch size={16} color={value} aria-hidden />
          {text(value)}
        </Group>
      ) : null;
    case 'posts':
    case 'terms':
    case 'users':
    case 'file':
    case 'image':
      return <RelationValue field={field} value={value} />;
    case 'gallery':
    case 'repeater':
    case 'layouts':
      return text(declared.count(rowsOf(value).length));
    default:
      return text(summaryOf(field, value));
  }
}
