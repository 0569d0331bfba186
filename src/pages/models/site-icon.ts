import type { PageWork } from '../page-context.ts';
import { loadPictures, pictureOf } from './pictures.ts';

/** The icon that the site's settings name; null where it has none. */
export async function loadIcon(
  work: Pick<PageWork, 'call' | 'core'>,
): Promise<{ readonly url: string; readonly width: number; readonly height: number } | null> {
  const id = Number(await work.call.store.options.get('site_icon')) || 0;
  const image = id > 0 ? (await loadPictures(work, [id])).get(id) : undefined;
  if (!image) return null;
  const { src, width, height } = pictureOf(image, 'full');
  return { url: src, width, height };
}
