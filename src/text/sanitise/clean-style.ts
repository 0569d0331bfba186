import { trimBlanks } from '../scan.ts';

/**
 * Keeps the declarations of a style that can neither run nor load anything: any property in lower case, with a value
 * that has no bracket, escape, reference, comment or brace. Calculations, gradients and pictures of the web are the only
 * brackets that stay.
 */
export function cleanAnyStyle(style: string): string {
  return style
    .replace(/[\n\r\t]|\\0+/g, '')
    .split(';')
    .map(trimBlanks)
    .filter((part) => part !== '' && isKept(part))
    .join(';');
}

const property = /^(?:--|-)?[a-z][a-z0-9-]*$/;

function isKept(part: string): boolean {
  const colon = part.indexOf(':');
  if (colon === -1) return !unsafe.test(part);
  const name = trimBlanks(part.slice(0, colon));
  return property.test(name) && !unsafe.test(withoutFunctions(name, part.slice(colon + 1)));
}

/** What could hide the real content of a value, or run it. */
const unsafe = /[\\(){}&=<>@]|\/\*/;

const calculation = /(?<![\w-])(?:calc|clamp|max|min|minmax|repeat|var)\([\w\s.,%+*/-]*\)/g;
const gradient = /(?<![\w-])(?:repeating-)?(?:conic|linear|radial)-gradient\((?:[\w\s.,%#-]|rgba?\([\d\s.,%]*\))*\)/g;
const picture = /(?<![\w-])url\(\s*(?:"([^"]*)"|'([^']*)'|([^"'\s()]*))\s*\)/g;

/** The properties whose value may be a picture. */
const pictured: ReadonlySet<string> = new Set(
  'background background-image border-image border-image-source list-style list-style-image'.split(' '),
);

/** A value without the functions that are known to be harmless. */
function withoutFunctions(name: string, value: string): string {
  if (!value.includes('(')) return value;
  // Calculations may be inside one another.
  let left = value;
  for (let depth = 0; depth < 4; depth++) left = left.replace(calculation, '0');
  if (!pictured.has(name)) return left;
  return left
    .replace(gradient, '')
    .replace(picture, (whole, double = '', single = '', bare = '') => (isWeb(double + single + bare) ? '' : whole));
}

/** A path, or an address of the web. */
const isWeb = (address: string): boolean =>
  /^[\w\-.~!$*+,/?#[\]%@]*$/.test(address) || /^https?:\/\/[\w\-.~!$*+,/?#[\]%@:]*$/i.test(address);
