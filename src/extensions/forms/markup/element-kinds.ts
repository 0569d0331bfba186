/** Elements that end a paragraph. */
export const blocks = words(
  'address article aside blockquote center dd details dialog dir div dl dt fieldset figcaption figure footer form h1 h2 h3',
  'h4 h5 h6 header hgroup hr legend li main menu nav ol p pre script section style summary table tbody td textarea tfoot th',
  'thead tr ul',
);
/** Blocks that contain text directly instead of paragraphs. */
export const wordy = words('p h1 h2 h3 h4 h5 h6 li dt dd td th legend summary figcaption address');
/** Blocks that allow no text between their children. */
export const bare = words('table thead tbody tfoot tr ul ol dl');
/** Elements whose content is not changed. */
export const verbatimElements = words('pre script style textarea');
/** Void elements. */
export const childless = words('area base br col embed hr img input link meta source track wbr');

function words(...lists: readonly string[]): ReadonlySet<string> {
  return new Set(lists.join(' ').split(' '));
}
