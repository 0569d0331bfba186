import { createContext, type ReactNode, useContext, useEffect, useMemo, useState } from 'react';
import { en, type Words } from './en.ts';

interface Language {
  /** As its speakers call it. */
  readonly name: string;
  load(): Promise<Words>;
}

/** English is there from the start; any other language is loaded when somebody wants it. */
const languages: Readonly<Record<string, Language>> = {
  en: { name: 'English', load: async () => en },
  de: { name: 'Deutsch', load: async () => (await import('./de.ts')).de },
};
const storageKey = 'platen.language';

export const languageNames: readonly (readonly [code: string, name: string])[] = Object.entries(languages).map(
  ([code, { name }]) => [code, name],
);

/** The words of one screen in every language. They live beside it, so that the first screen need not load them. */
export interface OwnWords<T> {
  readonly en: T;
  readonly de: T;
}

/** A language with its words. */
export interface LoadedLanguage {
  readonly code: string;
  readonly words: Words;
}

interface Spoken extends LoadedLanguage {
  choose(code: string): void;
}

const english: LoadedLanguage = { code: 'en', words: en };

const WordsContext = createContext<Spoken>({ ...english, choose: () => {} });

/** The language that was chosen in this browser, else that of the site, else English. */
export async function firstLanguage(): Promise<LoadedLanguage> {
  const wanted = [localStorage.getItem(storageKey), document.documentElement.lang];
  const codes = wanted.map((tag) => tag?.split('-')[0] ?? '');
  return loaded(codes.find((code) => Object.hasOwn(languages, code)) ?? 'en');
}

async function loaded(code: string): Promise<LoadedLanguage> {
  try {
    return { code, words: (await languages[code]?.load()) ?? en };
  } catch {
    // The file could not be fetched; the page is of more use in English than not at all.
    return english;
  }
}

interface WordsProviderProps {
  readonly first: LoadedLanguage;
  readonly children: ReactNode;
}

export function WordsProvider({ first, children }: WordsProviderProps) {
  const [language, setLanguage] = useState(first);
  useEffect(() => {
    document.documentElement.lang = language.code;
  }, [language]);
  const spoken = useMemo<Spoken>(
    () => ({
      ...language,
      choose(chosen) {
        localStorage.setItem(storageKey, chosen);
        void loaded(chosen).then(setLanguage);
      },
    }),
    [language],
  );
  return <WordsContext value={spoken}>{children}</WordsContext>;
}

export const useWords = (): Words => useContext(WordsContext).words;
/** The words of one screen, which are loaded with it. */
export function useOwnWords<T>(own: OwnWords<T>): T {
  const { code } = useContext(WordsContext);
  return own[code === 'de' ? 'de' : 'en'];
}
export const useLanguage = (): Spoken => useContext(WordsContext);

/** Dates as the language writes them. */
export function useDates() {
  const { code } = useLanguage();
  return useMemo(() => {
    const day = new Intl.DateTimeFormat(code, { dateStyle: 'medium' });
    const minute = new Intl.DateTimeFormat(code, { dateStyle: 'medium', timeStyle: 'short' });
    return {
      day: (value: Date) => day.format(value),
      minute: (value: Date) => minute.format(value),
    };
  }, [code]);
}
