import type { BlockField, Label } from './fields.ts';

/** What the editor knows of a kind of block: its name, its settings, and what is inserted for a new one. */
export interface BlockKind {
  readonly label: Label;
  readonly fields: readonly BlockField[];
  /** Settings that are rarely wanted. */
  readonly more?: readonly BlockField[];
  /** The source of a new one, for the menu of what can be inserted. */
  readonly template?: string;
  /** The same in a text without blocks. */
  readonly plainTemplate?: string;
  /** Shown by its code, which is edited in place. */
  readonly isCode?: boolean;
  /** The site makes it when the page is shown. */
  readonly isMade?: boolean;
}
