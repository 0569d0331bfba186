import { decodePhp } from '../options/php-serialized.ts';

/** The meta key of roles and capabilities; it begins with the site's table prefix. */
export const capabilitiesKey = (prefix: string): string => `${prefix}capabilities`;

/** The capabilities that a stored value grants and denies; empty where it cannot be decoded. */
export function readCapabilities(value: string | null | undefined): Record<string, boolean> {
  const decoded = value == null ? null : decodePhp(value);
  const capabilities: Record<string, boolean> = {};
  if (!decoded?.ok || !(decoded.value instanceof Map)) return capabilities;
  for (const [name, granted] of decoded.value) {
    capabilities[String(name)] = granted === true || granted === 1 || granted === '1';
  }
  return capabilities;
}
