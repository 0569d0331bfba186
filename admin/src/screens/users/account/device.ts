const browsers: readonly (readonly [name: string, mark: RegExp])[] = [
  ['Edge', /\bEdg(?:e|A|iOS)?\//],
  ['Opera', /\bOPR\/|\bOpera\b/],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Firefox', /\bFirefox\/|\bFxiOS\//],
  ['Chrome', /\bChrom(?:e|ium)\/|\bHeadlessChrome\/|\bCriOS\//],
  ['Safari', /\bSafari\//],
  ['curl', /^curl\//],
];

const systems: readonly (readonly [name: string, mark: RegExp])[] = [
  ['iPhone', /\biPhone\b/],
  ['iPad', /\biPad\b/],
  ['Android', /\bAndroid\b/],
  ['Windows', /\bWindows\b/],
  ['macOS', /\bMacintosh\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['Linux', /\bLinux\b/],
];

const nameIn = (agent: string, table: typeof browsers): string | null =>
  table.find(([, mark]) => mark.test(agent))?.[0] ?? null;

/** Browser and system, as far as a browser tells. */
export function deviceOf(agent: string): { readonly browser: string | null; readonly system: string | null } {
  return { browser: nameIn(agent, browsers), system: nameIn(agent, systems) };
}

export type Place = 'thisComputer' | 'localNetwork' | 'elsewhere';

/** What an address tells without asking anybody. */
export function placeOf(address: string): Place {
  const plain = address.replace(/^::ffff:/i, '');
  if (/^127\.|^::1$/.test(plain)) return 'thisComputer';
  return /^10\.|^192\.168\.|^172\.(?:1[6-9]|2\d|3[01])\.|^169\.254\.|^f[cd][0-9a-f]{2}:|^fe80:/i.test(plain)
    ? 'localNetwork'
    : 'elsewhere';
}
