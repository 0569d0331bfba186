import { createContext, type ReactNode, useContext, useEffect, useMemo, useState } from 'react';
import { de } from './de.ts';
import { en, type Words } from './en.ts';

const languages: Readonly<Record<string, Words>> = { en, de };
const storageKey = 'platen.language';

export const languageNames: readonly (readonly [code: string, name: string])[] = Object.entries(languages).map(
  ([code, words]) => [code, words.language],
);

interface Spoken {
  readonly code: string;
  readonly words: Words;
  choose(code: string): void;
}

const WordsContext = createContext<Spoken>({ code: 'en', words: en, choose: () => {} });

/** The language that was chosen in this browser, else that of the site, else English. */
function firstLanguage(): string {
  const wanted = [localStorage.getItem(storageKey), document.documentElement.lang];
  const codes = wanted.map((tag) => tag?.split('-')[0] ?? '');
  return codes.find((code) => Object.hasOwn(languages, code)) ?? 'en';
}

export function WordsProvider({ children }: { readonly children: ReactNode }) {
  const [code, setCode] = useState(firstLanguage);
  useEffect(() => {
    document.documentElement.lang = code;
  }, [code]);
  const spoken = useMemo<Spoken>(
    () => ({
      code,
      words: languages[code] ?? en,
      choose(chosen) {
        localStorage.setItem(storageKey, chosen);
        setCode(chosen);
      },
    }),
    [code],
  );
  return <WordsContext value={spoken}>{children}</WordsContext>;
}

export const useWords = (): Words => useContext(WordsContext).words;
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
