import type { RoleSource } from '../../auth/identity.ts';
import type { Hooks } from '../../background/hooks.ts';
import type { GuardedPersonalData } from '../../extension/guard-personal-data.ts';
import type { MaybePromise } from '../../lib/maybe-promise.ts';
import type { MediaLibrary } from '../../media/media-library.ts';
import type { ResumableUploads } from '../../media/uploads/resumable-uploads.ts';
import type { Site } from '../../rules/site.ts';
import type { Store } from '../../storage/store.ts';
import type { ContentKinds } from '../posts/content-kind.ts';

/** What exports and erasures are done with. */
export interface PersonWork {
  readonly store: Store;
  readonly clock: () => number;
  readonly roles: RoleSource;
  readonly site: (store: Store) => MaybePromise<Site>;
  readonly kinds: () => ContentKinds;
  readonly hooks: () => Hooks | null;
  readonly library: MediaLibrary;
  readonly uploads: Pick<ResumableUploads, 'remove'>;
  readonly extensions: () => readonly GuardedPersonalData[];
}
