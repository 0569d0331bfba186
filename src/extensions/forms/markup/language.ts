/** A locale as the `lang` of an element. */
export const language = (locale: string) => (locale || 'en_US').replaceAll('_', '-');

const rightToLeft: ReadonlySet<string> = new Set('ar ary azb ckb dv fa haz he ps sd ug ur yi'.split(' '));

/** The writing direction of a locale. */
export function direction(locale: string): 'ltr' | 'rtl' {
  return rightToLeft.has(locale.split('_')[0] ?? '') ? 'rtl' : 'ltr';
}
