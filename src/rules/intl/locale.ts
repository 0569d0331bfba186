/** The default locale. */
export const usualLocale = 'en_US';

const pattern = /^[a-z]{2,3}(?:_[A-Z][a-z]{3})?(?:_(?:[A-Z]{2}|\d{3}))?(?=_|$)/;

/** Codes that name no particular language or country. */
const unspecific: ReadonlySet<string> = new Set(['und', 'mul', 'mis', 'zxx', 'ZZ']);

/** Made when it is first asked: it loads the names of all languages, which takes a good part of a start. */
const languages: { names?: Intl.DisplayNames } = {};

/** Whether the runtime knows the language, and the country if there is one, of a code such as `de_DE` or `pt_BR`. */
export function isLocale(code: string): boolean {
  if (pattern.exec(code)?.[0] !== code) return false;
  if (code.split('_').some((part) => unspecific.has(part))) return false;
  languages.names ??= new Intl.DisplayNames('en', { type: 'language', fallback: 'none' });
  return languages.names.of(code.replaceAll('_', '-')) !== undefined;
}

/** The language tag (BCP 47) of a locale: `de-DE` for `de_DE`. Suffixes such as `_formal` are dropped. */
export function languageTag(locale: string): string {
  const code = pattern.exec(locale)?.[0] ?? usualLocale;
  const [tag = 'en-US'] = Intl.getCanonicalLocales(code.replaceAll('_', '-'));
  return tag;
}
