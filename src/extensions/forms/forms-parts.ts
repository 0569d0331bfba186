import type { ExtensionHost, Outbox, Store } from '../../extension.ts';
import type { RateLimit } from './rate-limit.ts';
import type { FormNames } from './render/form-names.ts';
import type { BotCheck } from './submission/bot-check.ts';

/** What every part of the extension may lean on once it has met its host. */
export interface FormsParts {
  readonly store: Store;
  readonly mail: Outbox;
  /** The names forms are shown under. */
  readonly names: FormNames;
  /** Those, and the ones that posted forms may use instead. */
  readonly knownNames: readonly [FormNames, ...FormNames[]];
  /** Signs quiz tokens, render times and digests. */
  readonly key: Buffer;
  /** Where files of a submission lie while it is judged. */
  readonly uploadFolder: string;
  /** Where files stay that a form asks to keep. */
  readonly fileFolder: string;
  /** The site's own uploads, which a mail may carry. */
  readonly files: ExtensionHost['files'];
  /** Null where the site has none. */
  readonly botCheck: BotCheck | null;
  /** Null when nobody is held back. */
  readonly rateLimit: RateLimit | null;
  readonly ask: ExtensionHost['ask'];
  readonly warn: (facts: object, message: string) => void;
}
