import { addressSchemes, cutSchemes } from './sanitise/addresses.ts';
import { escapeAmpersands, normaliseEntities } from './scan/entities.ts';

/**
 * Cleans an address that a person typed: no blanks, quotes, angle brackets or controls, a scheme put in front where
 * there is none. The empty string stands for an address whose scheme is not allowed.
 */
export function cleanUrl(raw: string): string {
  if (raw === '') return '';
  const encoded = withoutEncodedLineEnds(
    raw.replaceAll(' ', '%20').replace(/[^\w\-~+.?#=!&;,/:%@$|*'()[\]\u0080-\uffff]/g, ''),
  );
  if (encoded === '') return '';
  const url = encodeBrackets(needsScheme(encoded) ? `http://${encoded}` : encoded);
  if (url.startsWith('/')) return url;
  const cut = cutSchemes(url);
  return cut.length === url.length && cut.toLowerCase() === url.toLowerCase() ? cut : '';
}

/** A cleaned address as it goes into an attribute of rendered text. */
export function attributeUrl(raw: string): string {
  return escapeAmpersands(cleanUrl(raw)).replaceAll('&amp;', '&#038;').replaceAll("'", '&#039;');
}

/** A cleaned address as it is stored and answered: ampersands are written `&amp;`. */
export const storeUrl = (raw: string): string => normaliseEntities(cleanUrl(raw));

/** Removing one may bring the next together, so the walk looks back at what it has already kept. */
function withoutEncodedLineEnds(url: string): string {
  if (!/%0[ad]/i.test(url)) return url;
  const kept: string[] = [];
  for (const character of url) {
    kept.push(character);
    if (/[ad]/i.test(character) && kept.at(-2) === '0' && kept.at(-3) === '%') kept.length -= 3;
  }
  return kept.join('');
}

/** A bare name gets a scheme; what begins like a path, a query, a fragment or a script's file name is left alone. */
function needsScheme(url: string): boolean {
  return !url.includes(':') && !/^[/#?]/.test(url) && !/^[a-z0-9-]+\.php/i.test(url);
}

/** Square brackets belong in the host part only. */
function encodeBrackets(url: string): string {
  if (!/[[\]]/.test(url)) return url;
  const host = /^(?:[a-z][a-z0-9+.-]*:)?\/\/[^/?#]*/i.exec(url)?.[0] ?? '';
  return host + url.slice(host.length).replaceAll('[', '%5B').replaceAll(']', '%5D');
}

/** The schemes that text is searched for when addresses become links. */
export const isKnownScheme = (scheme: string): boolean => addressSchemes.has(scheme.toLowerCase());
