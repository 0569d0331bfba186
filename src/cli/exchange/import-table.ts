import type { ImportCountRow, ImportKind, ImportReport } from '../../exchange/import/import-report.ts';
import { textTable } from '../text-table.ts';

const heads = ['', 'in the file', 'imported', 'already there', 'changed', 'refused'];

const names: Readonly<Record<ImportKind, string>> = {
  author: 'authors',
  authorField: 'fields of authors',
  term: 'terms',
  termField: 'fields of terms',
  item: 'items',
  field: 'custom fields',
  sticky: 'sticky posts',
  file: 'files',
  comment: 'comments',
  commentField: 'fields of comments',
};

/** The report as a table: one row for each kind, taxonomy, type of item and type of comment that the file has. */
export function importTable({ rows }: ImportReport): string[] {
  return textTable(
    heads,
    rows.map((row) => [nameOf(row), row.inFile, row.imported, row.present, row.changed, row.refused]),
  );
}

const nameOf = ({ kind, of }: ImportCountRow): string => (of === '' ? names[kind] : `${names[kind]}: ${of}`);
