import { trimBlanks } from '../scan/characters.ts';

const sides = ['top', 'right', 'bottom', 'left'];
/** The properties allowed in a `style` attribute. None can run anything or, without brackets, load anything. */
export const styleProperties = new Set([
  ...'background background-color border border-color border-style border-width border-collapse border-spacing'.split(
    ' ',
  ),
  ...sides.flatMap((side) => [
    `border-${side}`,
    ...['color', 'style', 'width'].map((part) => `border-${side}-${part}`),
  ]),
  ...'caption-side clear color cursor direction float font font-family font-size font-style font-variant'.split(' '),
  ...'font-weight height letter-spacing line-height list-style-type max-height max-width min-height'.split(' '),
  ...'min-width overflow text-align text-decoration text-indent vertical-align width'.split(' '),
  ...['margin', 'padding'].flatMap((name) => [name, ...sides.map((side) => `${name}-${side}`)]),
]);
/**
 * Keeps the known declarations of a style. A value with a bracket, an escape, a reference, a comment or a closing brace
 * is dropped, since it could hide its real content.
 */
export function cleanStyle(style) {
  const flat = style.replace(/[\n\r\t]|\\0+/g, '');
  if (/[\\(&=}]|\/\*/.test(flat)) return '';
  return flat
    .split(';')
    .map(trimBlanks)
    .filter((part) => part !== '' && isKept(part))
    .join(';');
}
function isKept(part) {
  const colon = part.indexOf(':');
  return colon === -1 || styleProperties.has(trimBlanks(part.slice(0, colon)));
}
