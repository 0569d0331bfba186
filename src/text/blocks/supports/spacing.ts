import type { JsonRecord } from '../../formats/json-value.ts';
import { recordAttribute } from '../block-attributes.ts';
import { declarations } from './css-value.ts';
import type { BlockSupport } from './support-table.ts';

const sides: ReadonlySet<string> = new Set(['top', 'right', 'bottom', 'left']);

/** The declarations of a block's padding and margin, on all sides at once or on each, in the order they are written. */
export function spacingStyle(spacing: JsonRecord, has: (support: BlockSupport) => boolean): string {
  const kinds = (['padding', 'margin'] as const).filter(has);
  return declarations(
    kinds.flatMap((kind) => {
      const each = recordAttribute(spacing, kind);
      const written = Object.keys(each).filter((side) => sides.has(side));
      return [[kind, spacing[kind]] as const, ...written.map((side) => [`${kind}-${side}`, each[side]] as const)];
    }),
  );
}
