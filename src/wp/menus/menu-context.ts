import type { CoreContext } from '../context/core-context.ts';
import type { ContentKinds } from '../posts/content-kind.ts';
import type { ContentDisplay } from '../posts/content-view.ts';

/** The dependencies of menus and their items. */
export interface MenuContext extends CoreContext {
  readonly kinds: ContentKinds;
  readonly display: ContentDisplay;
}
