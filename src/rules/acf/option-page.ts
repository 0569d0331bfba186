import type { MetaDefinition } from '../meta-registry.ts';

/** A page of settings of ACF: fields whose values are options of the site. */
export interface OptionPage {
  readonly slug: string;
  readonly title: string;
  /** Who may see and change it. */
  readonly capability: string;
  /** What the names of its options begin with, before the name of the field. */
  readonly storedBelow: string;
  readonly definitions: readonly MetaDefinition[];
}
