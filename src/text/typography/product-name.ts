const misspelt = 'Wordpress';
const spelt = 'WordPress';

/** Corrects the capital in the product's name wherever it occurs: the rule for titles. */
export const correctNameEverywhere = (text: string): string => text.replaceAll(misspelt, spelt);

/** Corrects the capital only at the start of a word, so that URLs and file names stay: the rule for content. */
export function correctName(text: string): string {
  if (!text.includes(misspelt)) return text;
  return text.replace(/( |>|\(|&#8216;|&#8220;)Wordpress/g, `$1${spelt}`);
}
