import {
  consumeAll,
  type ExtensionHost,
  type FormHooks,
  type Limiters,
  type Store,
  slidingWindow,
} from '../../../extension.ts';
import type { FormNames } from '../model/form-names.ts';
import type { BotCheck } from './spam-rules.ts';

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

/** Limits how often an address may send a form; resolves to the seconds to wait, 0 when it may send now. */
export interface RateLimit {
  take(address: string, formId: number): Promise<number>;
}

/** Five messages a minute and thirty an hour per address and form, and a limit for all addresses together. */
export function createRateLimit(limiters: Limiters): RateLimit {
  const perMinute = limiters('forms minute', slidingWindow({ limit: 5, windowMs: 60_000 }));
  const perHour = limiters('forms hour', slidingWindow({ limit: 30, windowMs: 3_600_000 }));
  const everyone = limiters('forms everyone', slidingWindow({ limit: 600, windowMs: 60_000 }));
  return {
    take(address, formId) {
      const key = `${formId} ${address}`;
      return consumeAll([
        { limiter: perMinute, key },
        { limiter: perHour, key },
        { limiter: everyone, key: '' },
      ]);
    },
  };
}
