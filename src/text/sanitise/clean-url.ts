import { escapeAmpersands, normaliseEntities } from '../entities.ts';
import type { TextRules } from '../text-rules.ts';
import { addressSchemes, cutSchemes } from './allowed-markup.ts';

/**
 * Cleans a URL that a person typed: removes blanks, quotes, angle brackets and controls, and adds a scheme where
 * there is none. Returns the empty string for a URL whose scheme is not allowed.
 */
export function cleanUrl(raw: string, rules?: Trimming): string {
  if (raw === '') return '';
  const typed = rules?.trimsAddresses ? raw.trimStart() : raw;
  const encoded = withoutEncodedLineEnds(
    typed.replaceAll(' ', '%20').replace(/[^\w\-~+.?#=!&;,/:%@$|*'()[\]\u0080-\uffff]/g, ''),
  );
  if (encoded === '') return '';
  const url = encodeBrackets(needsScheme(encoded) ? `http://${encoded}` : encoded);
  if (url.startsWith('/')) return url;
  const cut = cutSchemes(url);
  return cut.length === url.length && cut.toLowerCase() === url.toLowerCase() ? cut : '';
}

type Trimming = Pick<TextRules, 'trimsAddresses'>;

/** Cleans a URL and escapes it for an attribute of rendered text. */
export function attributeUrl(raw: string, rules?: Trimming): string {
  return escapeAmpersands(cleanUrl(raw, rules)).replaceAll('&amp;', '&#038;').replaceAll("'", '&#039;');
}

/** Cleans a URL for storing and for responses: ampersands are written `&amp;`. */
export const storeUrl = (raw: string, rules?: Trimming): string => normaliseEntities(cleanUrl(raw, rules));

/** Removing one match may form another from its neighbours, so each step also checks the end of the output. */
function withoutEncodedLineEnds(url: string): string {
  if (!/%0[ad]/i.test(url)) return url;
  const output: string[] = [];
  for (const character of url) {
    output.push(character);
    if (/[ad]/i.test(character) && output.at(-2) === '0' && output.at(-3) === '%') output.length -= 3;
  }
  return output.join('');
}

/** True for a bare host name; paths, queries, fragments and script file names need no scheme. */
function needsScheme(url: string): boolean {
  return !url.includes(':') && !/^[/#?]/.test(url) && !/^[a-z0-9-]+\.php/i.test(url);
}

/** Square brackets are valid only in the host, so they are percent-encoded everywhere else. */
function encodeBrackets(url: string): string {
  if (!/[[\]]/.test(url)) return url;
  const host = /^(?:[a-z][a-z0-9+.-]*:)?\/\/[^/?#]*/i.exec(url)?.[0] ?? '';
  return host + url.slice(host.length).replaceAll('[', '%5B').replaceAll(']', '%5D');
}

/** Whether a scheme is one that is turned into a link when text is searched for URLs. */
export const isKnownScheme = (scheme: string): boolean => addressSchemes.has(scheme.toLowerCase());
