/** Text as HTML text or as a quoted attribute value; references that are there already stay what they are. */
export function escapeKeepingEntities(text: string): string {
  return text
    .replace(/&(?!(?:#\d{1,7}|#x[0-9a-f]{1,6}|[a-z][a-z0-9]{1,31});)/gi, '&amp;')
    .replace(/[<>"']/g, (character) => named[character]!);
}

/** Text as HTML text or as a quoted attribute value. */
export function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replace(/[<>"']/g, (character) => named[character]!);
}

const named: Readonly<Record<string, string>> = { '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#039;' };
