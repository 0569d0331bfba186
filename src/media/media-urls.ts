import type { Site } from '../content/site.ts';

/** Where uploads have always been on sites of this layout. */
export const uploadsPath = '/wp-content/uploads';

/** Address of the uploads folder: the site's own, unless another server hands the files out. */
export function uploadsUrl(site: Pick<Site, 'url'>, elsewhere: string | null): string {
  return elsewhere?.replace(/\/+$/, '') || site.url + uploadsPath;
}

/** The address of a stored path below the uploads address. */
export function fileUrl(base: string, path: string): string {
  return `${base}/${path.split('/').map(encodeURIComponent).join('/')}`;
}
