import { readStoredValue } from '../../../src/media/attachment-metadata.ts';
import { keyColumns, type Row, type RowChange } from './tables.ts';

/** Names for the ids an act dealt with, and the word that stood for the system in its texts. */
export interface Names {
  readonly ids: ReadonlyMap<number, string>;
  readonly word: string;
}

/** Changes as lines that read the same for both systems: ids by name, no moments, counts as differences. */
export function tellChanges(changes: readonly RowChange[], names: Names): string[] {
  return changes
    .filter((change) => !isOwnWay(change))
    .map((change) => `${change.kind} ${change.table} ${JSON.stringify(tellRow(change, names))}`)
    .toSorted();
}

/** Where the systems part on purpose; each is harmless to the other. */
function isOwnWay({ table, row }: RowChange): boolean {
  // Marks for the old system's timer to notify other sites, which Platen does not do.
  if (table === 'postmeta') return /^_(?:pingme|encloseme)$/.test(String(row['meta_key']));
  // A cache that the old system removes and makes again by itself; that Platen removes it is tested apart.
  if (table === 'options') return row['option_name'] === 'category_children';
  return false;
}

function tellRow(change: RowChange, names: Names): Record<string, unknown> {
  const { table, row } = change;
  const own = keyColumns(table);
  const told: Record<string, unknown> = {};
  if (change.kind === 'changed' && table === 'options') told['option_name'] = row['option_name'];
  for (const [column, value] of Object.entries(row)) {
    if (own.includes(column)) continue;
    if (change.kind !== 'changed') told[column] = tellValue(change, column, value, names);
    else if (change.before[column] !== value) {
      const before = change.before[column];
      told[column] =
        column === 'count' || column === 'comment_count'
          ? `${Number(value) - Number(before)} more`
          : row['option_name'] === 'sticky_posts'
            ? tellList(String(before), String(value), names)
            : tellValue(change, column, value, names);
    }
  }
  return told;
}

function tellValue({ row }: RowChange, column: string, value: Row[string], names: Names): unknown {
  if (value === null) return null;
  if (column === 'user_pass') return 'a hash';
  // Old versions write the address of a revision in another way than new ones.
  if (column === 'guid' && row['post_type'] === 'revision') return 'an address';
  // Both spellings have always meant a plain comment.
  if (column === 'comment_type') return value || 'comment';
  if (column === 'meta_value' && row['meta_key'] === '_wp_attachment_metadata')
    return tellPicture(String(value), names);
  const text = String(value);
  const named = names.ids.get(Number(text));
  if (named !== undefined && column !== 'count') return `<${named}>`;
  return tellText(text, names);
}

function tellText(text: string, { ids, word }: Names): string {
  let told = text
    .replaceAll(word, 'WORD')
    .replace(/(?!0000)\d{4}-\d\d-\d\d \d\d:\d\d:\d\d/g, 'a moment')
    .replace(/^\d{10}$/, 'a second')
    .replace(/\/\d{4}\/\d\d\/\d\d\//, '/day/');
  for (const [id, name] of ids)
    told = told.replace(
      new RegExp(`(?<=[?&](?:p|page_id|attachment_id)=|\\bi:|^)${id}(?=;|-revision|$)`, 'g'),
      `<${name}>`,
    );
  return told;
}

function tellList(before: string, after: string, names: Names): string[] {
  const read = (text: string) => Object.values((readStoredValue(text) ?? {}) as Record<string, number>);
  const named = (id: number) => names.ids.get(id) ?? String(id);
  return [
    ...read(after)
      .filter((id) => !read(before).includes(id))
      .map((id) => `added ${named(id)}`),
    ...read(before)
      .filter((id) => !read(after).includes(id))
      .map((id) => `removed ${named(id)}`),
  ];
}

/** Sizes of files are noted by new versions only, and the order of copies is nobody's concern. */
function tellPicture(text: string, { word }: Names): unknown {
  const told = readStoredValue(text) as { sizes?: Record<string, object>; filesize?: number } | null;
  if (!told) return text;
  const { sizes = {}, filesize: _size, ...rest } = told;
  const copies = Object.entries(sizes).map(([name, copy]) => [name, { ...copy, filesize: undefined }]);
  const sorted = { ...rest, sizes: Object.fromEntries(copies.toSorted()) };
  return JSON.parse(JSON.stringify(sorted).replaceAll(word, 'WORD'));
}
