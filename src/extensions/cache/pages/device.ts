import type { Device } from './page-queue.ts';

/** What sort of device asks: as the browser says in so many words, else as its name lets guess. */
export function deviceOf(headers: Readonly<Record<string, string | readonly string[] | undefined>>): Device {
  const said = headers['sec-ch-ua-mobile'];
  if (said === '?1' || said === '?0') return said === '?1' ? 'mobile' : 'desktop';
  return String(headers['user-agent'] ?? '').includes('Mobi') ? 'mobile' : 'desktop';
}
