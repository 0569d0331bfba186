/** Defines a link whose targets can name only the embedders it declares. */
export function linksOf() {
  return (link) => link;
}
