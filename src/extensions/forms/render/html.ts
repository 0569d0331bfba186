import { escapeHtml } from '../../../extension.ts';

/** Attributes by name; false, undefined and an empty class are left out, true repeats the name. */
export type Attributes = Readonly<Record<string, string | number | boolean | undefined>>;

/** The attributes for a start tag, each with a leading space. */
export function attributes(values: Attributes): string {
  return Object.entries(values)
    .filter(([name, value]) => value !== undefined && value !== false && !(name === 'class' && value === ''))
    .map(([name, value]) => ` ${name}="${escapeHtml(value === true ? name : String(value))}"`)
    .join('');
}

/** A void element. */
export function voidElement(name: string, values: Attributes): string {
  return `<${name}${attributes(values)} />`;
}

/** An element around HTML that is already escaped. */
export function element(name: string, values: Attributes, html = ''): string {
  return `<${name}${attributes(values)}>${html}</${name}>`;
}

/** The text of HTML without any markup. */
export function stripMarkup(html: string): string {
  return html
    .replace(/<(script|style)\b[^>]*>[\s\S]*?(?:<\/\1\s*>|$)/gi, '')
    .replace(/<(?:[a-z/!?][^>]*(?:>|$))/gi, '')
    .trim();
}

/** A locale as the `lang` of an element. */
export const language = (locale: string) => (locale || 'en_US').replaceAll('_', '-');

const rightToLeft: ReadonlySet<string> = new Set('ar ary azb ckb dv fa haz he ps sd ug ur yi'.split(' '));

/** The writing direction of a locale. */
export function direction(locale: string): 'ltr' | 'rtl' {
  return rightToLeft.has(locale.split('_')[0] ?? '') ? 'rtl' : 'ltr';
}
