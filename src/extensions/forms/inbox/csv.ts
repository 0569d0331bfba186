/** One record of RFC 4180; a cell that a spreadsheet would run as a formula gets an apostrophe before it. */
export function csvRecord(cells: readonly string[]): string {
  return `${cells.map((cell) => csvCell(cell)).join(',')}\r\n`;
}

/** What a UTF-8 file starts with so that spreadsheets read its letters right. */
export const csvMark = '\ufeff';

function csvCell(cell: string): string {
  const text = /^[=+\-@\t\r]/.test(cell) ? `'${cell}` : cell;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
