/**
 * One record of RFC 4180 without its line end. A string that a spreadsheet would run as a formula gets an apostrophe
 * before it; numbers do not.
 */
export function csvRecord(cells) {
  return cells.map(csvCell).join(',');
}
/** The line end after each record. */
export const csvLineEnd = '\r\n';
/** The byte order mark that makes spreadsheets read a file as UTF-8. */
export const csvMark = '\ufeff';
function csvCell(cell) {
  const text = typeof cell === 'string' && /^[=+\-@\t\r]/.test(cell) ? `'${cell}` : String(cell);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
