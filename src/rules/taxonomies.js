/** Labels that only the more detailed description of a taxonomy has. */
export const laterLabels = ['most_used', 'back_to_items'];
/** Whether the interface has a collection for this taxonomy. */
export function isShownTaxonomy(taxonomy) {
  return taxonomy.restBase !== null;
}
