import type { Store } from '../storage/store.ts';

/** An item that whoever has its token may read, with values that may not be stored. */
export interface OpenedPreview {
  readonly postId: number;
  /** The collection that shows it, such as `/wp/v2/posts`. */
  readonly path: string;
  /** The password of the item, which the token stands for. */
  readonly password: string;
  /** The store as the preview shows it. */
  reading(store: Store): Store;
}

/** Opens a token; null for one that was forged, has expired or was revoked. */
export type PreviewOpener = (token: string) => Promise<OpenedPreview | null>;
