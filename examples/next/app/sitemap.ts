import type { MetadataRoute } from 'next';
import { content, siteUrl } from '../lib/content';

/** Every public address, for search engines. */
export default async function sitemap(): Promise<MetadataRoute.Sitemap> {
  const lists = await Promise.all(['pages', 'posts', 'categories'].map((base) => content.addresses(base)));
  return [{ path: '/', modified: '' }, ...lists.flat()].map(({ path, modified }) => ({
    url: new URL(path, siteUrl).href,
    ...(modified === '' ? {} : { lastModified: new Date(modified) }),
  }));
}
