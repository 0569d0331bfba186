import type { ApiError } from '../errors.ts';
import type { Hooks } from '../hooks/hooks.ts';
import type { Ready } from '../ready.ts';
import type { Caller } from '../rules/capabilities.ts';
import type { Site } from '../rules/site.ts';
import type { Store } from '../storage/store.ts';
import type { PreviewOpener } from './opened-preview.ts';
import type { ApiRequest } from './request.ts';
import type { Registry } from './routing/registry.ts';
import type { Variant } from './variant.ts';
import type { RenderPage } from './visitor-request.ts';

/** What `answer` needs of the application; nothing in here belongs to a single request. */
export interface Engine {
  readonly registry: Registry;
  readonly variant: Variant;
  readonly store: Store;
  /** Authenticates the request; refuses wrong credentials. */
  readonly identify: (request: ApiRequest, store: Store) => Ready<Caller>;
  readonly site: (store: Store) => Ready<Site>;
  readonly clock: () => number;
  /** The hooks of extensions; null if nobody listens. */
  readonly hooks: Hooks | null;
  /** The key of the digests that are versions of items. */
  readonly versionKey: () => Promise<Buffer>;
  /** Opens the tokens of previews. */
  readonly openPreview?: PreviewOpener;
  /** Maps a lower-level failure to an API error, such as a value the database cannot store; null for a server fault. */
  readonly translate?: (error: unknown) => ApiError | null;
  /** The HTML of a page of the site. */
  readonly render: RenderPage;
  /** Logs a server fault, never a mistake of the caller. */
  readonly report: (error: unknown, request: ApiRequest) => void;
}
