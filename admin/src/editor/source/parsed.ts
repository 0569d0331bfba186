/** What carries a program is not even read as markup: the content policy would report it. */
export const program = /<(?:script|style|template|svg|math)\b|[\s"'/]on[a-z]+\s*=/i;

/** Read in a document of its own, in which nothing runs and nothing is loaded. */
export function parsed(source: string): HTMLElement | null {
  return new DOMParser().parseFromString(`<body>${source}`, 'text/html').body;
}
