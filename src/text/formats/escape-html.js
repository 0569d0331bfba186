/** Escapes text for HTML content and quoted attribute values. Every `&` is escaped, also in an existing reference. */
export function escapeHtml(text) {
  return text.replace(/[&<>"']/g, (character) => references[character]);
}
const references = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#039;',
};
