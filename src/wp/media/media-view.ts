import type { Site } from '../../rules/site.ts';
import type { ContentKinds } from '../posts/content-kind.ts';
import { type ContentDisplay, type ContentView, contentView } from '../posts/content-view.ts';

/** How the interface shows media, with the kinds whose rows files can be attached to. */
export interface MediaView extends ContentView {
  /** Needed for URLs: that of an attached file is below that of its parent. */
  readonly kinds: ContentKinds;
  /** URL of the uploads folder, without a trailing slash. */
  readonly uploadsUrl: (site: Site) => string;
}

export function mediaView(
  kinds: ContentKinds,
  display: ContentDisplay,
  { uploadsUrl }: Pick<MediaView, 'uploadsUrl'>,
): MediaView {
  return { ...contentView(kinds.of('attachment'), display), kinds, uploadsUrl };
}
