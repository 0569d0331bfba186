import type { Fetcher } from '../../fetch/fetcher.ts';
import type { MediaLibrary } from '../../media/media-library.ts';
import type { Core } from '../../wp/all.ts';
import type { DownloadRoom } from './download-room.ts';

/** What files are fetched with. */
export interface RemoteMediaContext {
  readonly core: Pick<Core, 'kinds' | 'display' | 'uploadsUrl'>;
  readonly library: MediaLibrary;
  /** The guarded way out. */
  readonly fetch: Fetcher;
  readonly room: DownloadRoom;
  readonly maxBytes: number;
}
