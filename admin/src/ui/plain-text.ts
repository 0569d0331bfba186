/** The text of rendered HTML. No element is made of it, so that nothing in it can run or be loaded. */
export function plainText(html: string): string {
  return withoutEntities(html.replace(/<(?:"[^"]*"|'[^']*'|[^'">])*>/g, ''));
}

/** The characters that entities stand for; a text area takes markup as text. */
export function withoutEntities(text: string): string {
  if (!text.includes('&')) return text;
  const area = document.createElement('textarea');
  area.innerHTML = text.replaceAll('<', '&lt;');
  return area.value;
}
