/** HTML that an extension returned at once; throws for anything else. */
export function checkedHtml(html: unknown, what: 'block' | 'shortcode'): string {
  if (typeof html === 'string') return html;
  // Nobody else waits for it, and a rejection without anybody who waits would end the process.
  if (html instanceof Promise) html.catch(() => {});
  throw new TypeError(`A ${what} returns HTML as text.`);
}
