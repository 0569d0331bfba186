import type { ExtensionHost, FormHooks, Store } from '../../../extension.ts';
import type { BotCheck } from '../abuse/bot-check.ts';
import type { RateLimit } from '../abuse/rate-limit.ts';
import type { FormNames } from '../model/form-names.ts';

/** What routes, pages and submissions depend on; built once when the extension is set up. */
export interface FormsContext {
  readonly store: Store;
  readonly mail: Pick<ExtensionHost['mail'], 'isConfigured' | 'addFile' | 'enqueue' | 'attempt' | 'retry'>;
  /** The names that forms are rendered with. */
  readonly names: FormNames;
  /** Those, and the alternative names that posted forms may use. */
  readonly knownNames: readonly [FormNames, ...FormNames[]];
  /** Signs quiz tokens, render times and digests. */
  readonly key: Buffer;
  /** The folder for files of a submission while it is checked. */
  readonly uploadFolder: string;
  /** The folder for files that a form stores. */
  readonly fileFolder: string;
  /** The site's own uploads, which a mail may attach. */
  readonly files: ExtensionHost['files'];
  /** Null where the site has none. */
  readonly botCheck: BotCheck | null;
  /** Null where submissions are not limited. */
  readonly rateLimit: RateLimit | null;
  /** The hooks of other extensions; null if nobody listens. */
  readonly hooks: () => FormHooks | null;
  readonly warn: (facts: object, message: string) => void;
}
