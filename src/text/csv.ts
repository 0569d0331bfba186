/**
 * One record of RFC 4180 without its line end. A string that a spreadsheet would run as a formula gets an apostrophe
 * before it, and so do parts of it after `;`, TAB, CR and LF, where a spreadsheet may begin a cell. Numbers do not.
 */
export function csvRecord(cells: readonly (string | number)[]): string {
  return cells.map(csvCell).join(',');
}

/** The line end after each record. */
export const csvLineEnd = '\r\n';

/** The byte order mark that makes spreadsheets read a file as UTF-8. */
export const csvMark = '\ufeff';

function csvCell(cell: string | number): string {
  const text = typeof cell === 'string' ? cell.replace(formulaStarts, "'") : String(cell);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

const formulaStarts = /^(?=[=+\-@\t\r])|(?<=[;\t\r\n])(?=[=+\-@])/g;
