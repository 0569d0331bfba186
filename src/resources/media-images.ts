import type { NeededMedia } from '../content/text/needed-media.ts';
import type { MediaLookup } from '../content/text/render-context.ts';
import type { ContentParts } from '../kinds/content-kind.ts';
import type { ContentWork } from '../kinds/content-work.ts';
import { loadMedia } from '../media/media-lookup.ts';
import type { MediaParts } from '../media/media-parts.ts';
import { mediaAddresses } from './media-addresses.ts';
import { mediaKind } from './media-kind.ts';

/** How texts of every kind come by the images they show; the `images` of the parts that content is built from. */
export function createImageSource(
  parts: ContentParts & Pick<MediaParts, 'uploadsUrl'>,
): (needed: NeededMedia, work: ContentWork) => Promise<MediaLookup> {
  const kind = mediaKind(parts);
  return (needed, work) =>
    loadMedia(needed, {
      store: work.store,
      sight: kind.sights.readable(work.caller),
      uploadsUrl: parts.uploadsUrl(work.site),
      pageUrls: (attachments) => mediaAddresses(kind, attachments, work),
    });
}
