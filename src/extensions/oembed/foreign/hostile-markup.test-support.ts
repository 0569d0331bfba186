/** Markup of about a length that costs more than its length where a tree is built from it, or a search starts anew. */
export const hostileMarkup: readonly (readonly [string, (length: number) => string])[] = [
  ['formatting that is opened again in each paragraph', reopened],
  ['deep nesting', repeated('<div>')],
  ['nested tables', repeated('<table><tr><td>')],
  ['unclosed tags', repeated('<p ')],
  ['unclosed comments', repeated('<!--')],
  ['unclosed text elements', repeated('<title></titl')],
  ['quotations', repeated('<blockquote><a href=https://p.example>')],
  ['references', repeated('&amp')],
  ['many attributes', (length) => `<link ${numbered(length / 8, (index) => `a${index} `)}>`],
  ['many links', repeated('<link rel=alternate type=x>')],
];

function reopened(length: number): string {
  return `<p>${numbered(length / 20, (index) => `<b a=${index}>`)}${'<p>x'.repeat(length / 8)}`;
}

function repeated(piece: string) {
  return (length: number): string => piece.repeat(length / piece.length);
}

function numbered(count: number, write: (index: number) => string): string {
  return Array.from({ length: Math.floor(count) }, (_, index) => write(index)).join('');
}
