/** The default locale. */
export const usualLocale = 'en_US';
const pattern = /^[a-z]{2,3}(?:_[A-Z][a-z]{3})?(?:_(?:[A-Z]{2}|\d{3}))?(?=_|$)/;
/** Codes that name no particular language or country. */
const unspecific = new Set(['und', 'mul', 'mis', 'zxx', 'ZZ']);
const names = new Intl.DisplayNames('en', { type: 'language', fallback: 'none' });
/** Whether the runtime knows the language, and the country if there is one, of a code such as `de_DE` or `pt_BR`. */
export function isLocale(code) {
  if (pattern.exec(code)?.[0] !== code) return false;
  if (code.split('_').some((part) => unspecific.has(part))) return false;
  return names.of(code.replaceAll('_', '-')) !== undefined;
}
/** The language tag (BCP 47) of a locale: `de-DE` for `de_DE`. Suffixes such as `_formal` are dropped. */
export function languageTag(locale) {
  const code = pattern.exec(locale)?.[0] ?? usualLocale;
  const [tag = 'en-US'] = Intl.getCanonicalLocales(code.replaceAll('_', '-'));
  return tag;
}
