import type { Site } from '../rules/site.ts';
import type { MediaLibrary } from './media-library.ts';

/** The dependencies of the media resource in addition to those of all content. */
export interface MediaContext {
  readonly library: MediaLibrary;
  /** URL of the uploads folder, no trailing slash. */
  readonly uploadsUrl: (site: Site) => string;
}
