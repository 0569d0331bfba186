/** Escapes text for HTML content and quoted attribute values. Every `&` is escaped, also in an existing reference. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => references[character]!);
}

const references: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#039;',
};
