import type { Call, PreviewOpener } from '../../api/call.ts';
import type { RoleSource } from '../../auth/identity.ts';
import type { Outbox } from '../../background/mail/outbox.ts';
import type { SiteRequest } from '../../http/write-response.ts';
import type { Limiters } from '../../limits/limiter.ts';
import type { Store } from '../../storage/store.ts';
import type { Core } from '../../wp/core.ts';
import type { RedirectHits } from '../redirect-hits.ts';
import type { ActiveTheme } from '../theme/active-theme.ts';
import type { Words } from '../theme/words.ts';
import type { PostPasswords } from './post-password.ts';

/** What the pages of the site are made with; built once. */
export interface PageServices {
  readonly core: Pick<Core, 'kinds' | 'taxonomies' | 'display' | 'comments' | 'uploadsUrl'>;
  readonly theme: ActiveTheme;
  /** Not observed: reads through it make no page depend on them. */
  readonly store: Store;
  readonly roles: RoleSource;
  readonly passwords: PostPasswords;
  readonly openPreview: PreviewOpener;
  readonly mail: Pick<Outbox, 'enqueue'>;
  /** Null where the site's throttle is off. */
  readonly limiters: Limiters | null;
  /** Counts the redirects that are followed. */
  readonly redirectHits: Pick<RedirectHits, 'note'>;
}

/** What one page is made with. Reads go through `call`, whose store notes what the page depends on. */
export interface PageWork extends PageServices {
  readonly call: Call;
  readonly request: SiteRequest;
  readonly cookies: ReadonlyMap<string, string>;
  /** The words of the theme in the language of the site. */
  readonly words: Words;
}
