import type { JsonRecord } from '../formats/json-value.ts';

/** One block of a text. */
export interface Block {
  /** The name with its namespace, such as `core/paragraph`; null for the HTML between blocks. */
  readonly name: string | null;
  /** The attributes of its comment. None of its objects has a prototype, so that a missing name is undefined. */
  readonly attributes: JsonRecord;
  readonly innerBlocks: readonly Block[];
  /** Its own HTML without that of its inner blocks. */
  readonly innerHtml: string;
  /** Its own HTML in pieces; null stands for the next inner block. */
  readonly innerContent: readonly (string | null)[];
  /** All of it as it is stored, with its comments. */
  readonly source: string;
}
