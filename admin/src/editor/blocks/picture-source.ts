import type { PlacedPicture } from '../visual/picture.ts';

const attribute = (value: string): string =>
  value.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');

/** The block for a picture of the media library; several are a gallery. */
export function pictureSource(pictures: readonly PlacedPicture[]): string {
  const images = pictures.map(({ id, url, alt }) => {
    const facts = JSON.stringify({ id, sizeSlug: 'full', linkDestination: 'none' });
    return `<!-- wp:image ${facts} -->\n<figure class="wp-block-image size-full"><img src="${attribute(url)}" alt="${attribute(alt)}" class="wp-image-${id}"/></figure>\n<!-- /wp:image -->`;
  });
  if (images.length === 1) return images[0] ?? '';
  return `<!-- wp:gallery {"linkTo":"none"} -->\n<figure class="wp-block-gallery has-nested-images columns-default is-cropped">${images.join('\n\n')}</figure>\n<!-- /wp:gallery -->`;
}
