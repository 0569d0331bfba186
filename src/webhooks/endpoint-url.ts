import { FetchRefused } from '../fetch/fetch-refused.ts';
import { outboundUrl } from '../fetch/outbound-url.ts';

const longestUrl = 2_000;

/** Why messages are not sent to an address; null if they are. What its name resolves to is checked at every attempt. */
export function refusedUrl(url: string): string | null {
  if (url.length > longestUrl) return `The address has at most ${longestUrl} characters.`;
  try {
    outboundUrl(url);
    return null;
  } catch (error) {
    if (error instanceof FetchRefused) return `Messages cannot be sent to this address: ${error.message}.`;
    throw error;
  }
}
