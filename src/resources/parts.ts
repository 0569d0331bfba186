import type { RoleSource } from '../auth/role-source.ts';
import type { ContentParts } from '../kinds/content-kind.ts';
import type { MediaParts } from '../media/media-parts.ts';

/** What the core's resources are built from; the composition root fills it in once. */
export interface CoreParts extends ContentParts, MediaParts {
  readonly roles: RoleSource;
  readonly comments: {
    /** Seconds a visitor waits between comments; 0 switches the check off. */
    readonly floodSeconds: number;
    readonly anonymous: boolean;
  };
}
