import type { Site } from '../content/site.ts';
import type { MediaLibrary } from './media-library.ts';

/** What the media resource is built from beside what all content shares. */
export interface MediaParts {
  readonly library: MediaLibrary;
  /** Address of the uploads folder, no closing slash. */
  readonly uploadsUrl: (site: Site) => string;
}
