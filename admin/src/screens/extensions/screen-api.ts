import { sendRaw } from '../../api/request.ts';
import { notifyDone, notifyFailed } from '../../ui/notify.tsx';
import type { Words } from '../../words/en.ts';

export type Scheme = 'light' | 'dark';

export interface ScreenRequest {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  readonly signal?: AbortSignal;
}

/** What the script of an extension is given; `platen/extension` has these types for its author. */
export interface ScreenApi {
  fetch(path: string, init?: ScreenRequest): Promise<Response>;
  readonly language: string;
  words<T>(byLanguage: Readonly<Record<string, T>>): T;
  navigate(path: string): void;
  notify(text: string, kind?: 'done' | 'failed'): void;
  readonly theme: {
    scheme(): Scheme;
    subscribe(listener: (scheme: Scheme) => void): () => void;
  };
}

interface ScreenApiParts {
  readonly title: string;
  readonly language: string;
  readonly words: Words;
  readonly navigate: (path: string) => void;
  readonly theme: ScreenApi['theme'];
}

export function createScreenApi({ title, language, words, navigate, theme }: ScreenApiParts): ScreenApi {
  return {
    fetch: (path, { method = 'GET', headers = {}, body, signal } = {}) => {
      // Only paths inside the interface: the nonce is sent along.
      if (!path.startsWith('/') || path.startsWith('//'))
        return Promise.reject(new TypeError(`${path} is not a path.`));
      return sendRaw({ method, path, headers, body, signal });
    },
    language,
    words: <T>(byLanguage: Readonly<Record<string, T>>) => {
      const found = Object.hasOwn(byLanguage, language) ? byLanguage[language] : Object.values(byLanguage)[0];
      if (found === undefined) throw new TypeError('There are no words in any language.');
      return found;
    },
    navigate,
    notify: (text, kind = 'done') => {
      if (kind === 'failed') notifyFailed(words, title, text);
      else notifyDone(words, text);
    },
    theme,
  };
}
