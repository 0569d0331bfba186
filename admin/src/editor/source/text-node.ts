import type { Dialect } from './dialect.ts';

/** The attributes of an element in their order, as they are kept beside what the editor shows. */
export type Attributes = readonly (readonly [name: string, value: string])[];

export interface TextMark {
  readonly type: string;
  readonly attrs?: {
    readonly tag?: string | null;
    readonly html?: Attributes;
    /** How many marks stood around it; the editor has an order of its own. */
    readonly depth?: number | null;
    readonly [name: string]: unknown;
  };
}

/** A node of the document as data: what the visual editor holds. */
export interface TextNode {
  readonly type: string;
  readonly text?: string;
  readonly marks?: readonly TextMark[];
  readonly content?: readonly TextNode[];
  readonly attrs?: NodeAttributes;
}

export interface NodeAttributes {
  /** White space before a node of the top level; null for nodes that are new. */
  readonly lead?: string | null;
  /** The block comments around it; all that is around the address of an embed. */
  readonly wrap?: readonly [before: string, after: string] | null;
  readonly dialect?: Dialect | null;
  readonly html?: Attributes;
  /** Whether a paragraph is written without `<p>`; null where its place decides. */
  readonly isBare?: boolean | null;
  readonly source?: string;
  readonly [name: string]: unknown;
}
