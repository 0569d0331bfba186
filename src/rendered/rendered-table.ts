import type { OwnTable } from '../storage/store.ts';

/** A rendered text in its place. */
export interface RenderedRow {
  readonly place: number;
  /** A digest of everything the text was made from. */
  readonly source: string;
  readonly text: string;
  /** A digest of source and text, so that a damaged row is not shown. */
  readonly proof: string;
}

/**
 * The table has this many places, and a text has one of them, by its source; it takes the place of the text that is
 * there. So the table stays this small without anybody counting, and writers need not agree.
 */
export const places = 8_192;

export const renderedTextsTable: OwnTable<RenderedRow> = {
  name: 'rendered_texts',
  columns: { place: 'integer', source: 'short', text: 'text', proof: 'short' },
  key: 'place',
  isLogged: false,
};
