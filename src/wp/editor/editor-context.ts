import type { DownloadLimiter } from '../../media/downloads.ts';
import type { CoreContext } from '../context/core-context.ts';
import type { ContentKinds } from '../posts/content-kind.ts';

/** What a theme is called, by programs and by people. */
export interface ThemeIdentity {
  readonly folder: string;
  readonly name: string;
}

/** What editors need besides the dependencies of the core. */
export interface EditorServices {
  /** The theme of the public site. */
  readonly theme: ThemeIdentity;
  /** The kind of database. */
  readonly database: string;
  /** Bounds how often pages of other sites are read for somebody. */
  readonly outsideReads: DownloadLimiter;
}

/** The dependencies of what only editors read. */
export interface EditorContext extends CoreContext, EditorServices {
  readonly kinds: ContentKinds;
}
