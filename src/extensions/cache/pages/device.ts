import type { Device } from './page-queue.ts';

/** The kind of device a request comes from: by its client hint, else by its user agent. */
export function deviceOf(headers: Readonly<Record<string, string | readonly string[] | undefined>>): Device {
  const header = headers['sec-ch-ua-mobile'];
  if (header === '?1' || header === '?0') return header === '?1' ? 'mobile' : 'desktop';
  return String(headers['user-agent'] ?? '').includes('Mobi') ? 'mobile' : 'desktop';
}
