import { isBlank } from '../scan/characters.ts';
/** The URL schemes that are allowed; any other is removed. */
export const addressSchemes = new Set(
  'http https ftp ftps mailto news irc gopher nntp feed telnet mms rtsp svn tel fax xmpp webcal urn'.split(' '),
);
const colon = /:|&#0*58;|&#x0*3a;/gi;
/**
 * Removes every disallowed scheme from a URL (`javascript:x` → `x`) and writes an allowed one in lower case.
 * Colons written as numeric references count; blanks and control characters in the scheme are ignored.
 */
export function cutSchemes(address) {
  let from = 0;
  for (const separator of address.matchAll(colon)) {
    const head = address.slice(from, separator.index);
    if (head.includes('/?')) break;
    const scheme = schemeOf(head);
    const after = separator.index + separator[0].length;
    if (scheme === 'feed') return `feed:${cutSchemes(address.slice(after))}`;
    if (addressSchemes.has(scheme)) return `${scheme}:${address.slice(after)}`;
    from = after;
  }
  return from === 0 ? address : address.slice(from);
}
function schemeOf(head) {
  if (head.length > 200) return '';
  const decoded = head.replace(/&#(?:x([0-9a-f]+)|([0-9]+));/gi, (_, hex, decimal) => {
    const code = Number.parseInt(hex ?? decimal, hex === undefined ? 10 : 16);
    return code <= 0x10ffff ? String.fromCodePoint(code) : '';
  });
  let scheme = '';
  for (const character of decoded) {
    const code = character.charCodeAt(0);
    if (!isBlank(code) && code > 31 && code !== 127 && code !== 0xa0) scheme += character;
  }
  return scheme.toLowerCase();
}
