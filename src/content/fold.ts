/**
 * Text as it compares: without case and accents. Two texts are equal to a reader of titles and names when their folds
 * are the same.
 */
export function fold(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .trimEnd();
}
