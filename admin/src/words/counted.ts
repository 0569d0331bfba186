/** Texts with a number, in the form that the plural rules of the language ask for and with numbers as it writes them. */
function countedIn(language: string) {
  const rules = new Intl.PluralRules(language);
  const numbers = new Intl.NumberFormat(language);
  return (one: string, other: (count: string) => string) =>
    (count: number): string =>
      rules.select(count) === 'one' ? one : other(numbers.format(count));
}

/** One form for one, another for all other numbers; both languages have these two. */
export const counted = { en: countedIn('en'), de: countedIn('de') };
