import type { Variant } from '../api/variant.ts';
import type { RoleSource } from '../auth/role-source.ts';
import type { MetaRegistry } from '../content/meta-registry.ts';
import type { PostType } from '../content/post-types.ts';
import type { TaxonomyType } from '../content/taxonomies.ts';
import type { ShortcodeRegistry } from '../content/text/shortcodes.ts';
import type { TextCache } from '../content/text/text-cache.ts';

/** What the core's resources are built from; the composition root fills it in once. */
export interface CoreParts {
  readonly variant: Variant;
  /** All post types, those of extensions included. */
  readonly types: readonly PostType[];
  readonly taxonomies: readonly TaxonomyType[];
  readonly meta: MetaRegistry;
  readonly shortcodes: ShortcodeRegistry;
  readonly textCache: TextCache;
  readonly roles: RoleSource;
  readonly comments: {
    /** Seconds a visitor waits between comments; 0 switches the check off. */
    readonly floodSeconds: number;
    readonly anonymous: boolean;
  };
}
