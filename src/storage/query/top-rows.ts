/** Types of which most rows have no parent. */
export const flatTypes: readonly string[] = ['post', 'attachment', 'revision'];

/**
 * The rows without a parent of types that may have one. The index of them has this very condition, so that SQLite finds
 * out that it can be used; `row` is the name of the row with a dot, or empty.
 */
export const topRows = (row: string): string =>
  `${row}post_parent is 0 and ${row}post_type not in (${flatTypes.map((type) => `'${type}'`).join(', ')})`;
