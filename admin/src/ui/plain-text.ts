/** The text of rendered HTML. It is read in a document of its own, in which nothing runs and nothing is loaded. */
export function plainText(html: string): string {
  return new DOMParser().parseFromString(html, 'text/html').body.textContent ?? '';
}
