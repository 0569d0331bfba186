import type { Call } from '../../api/call.ts';
import type { AcfField } from '../../rules/acf/acf-field.ts';

/** The values of one item under `acf`, each with its field. */
export interface AcfValues {
  /** The post whose texts they are; 0 for another item. */
  readonly postId: number;
  readonly values: readonly (readonly [field: AcfField, value: unknown])[];
}

/** How the member `acf` of items is made. */
export interface AcfContext {
  /** Whether fields that are declared elsewhere are shown there too. */
  readonly showsOwn: boolean;
  /** Values as templates get them, for all items at once: what ids lead to is looked up together. */
  readonly format: (items: readonly AcfValues[], call: Call) => Promise<readonly Record<string, unknown>[]>;
}
