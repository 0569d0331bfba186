import { loadMedia } from '../../media/media-lookup.ts';
import type { ContentKinds } from '../posts/content-kind.ts';
import type { ContentDisplay } from '../posts/content-view.ts';
import { mediaAddresses } from './media-addresses.ts';
import type { MediaView } from './media-view.ts';

/** Creates the function that loads the images that texts refer to. */
export function createImageSource(
  kinds: ContentKinds,
  { uploadsUrl }: Pick<MediaView, 'uploadsUrl'>,
): ContentDisplay['images'] {
  const { visibility } = kinds.of('attachment');
  return (needed, context) =>
    loadMedia(needed, {
      store: context.store,
      visibility: visibility.readable(context.caller),
      uploadsUrl: uploadsUrl(context.site),
      pageUrls: (attachments) => mediaAddresses(kinds, attachments, context),
    });
}
