import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Sent } from './write-response.ts';

/** The response cache as the HTTP server uses it: looked up before a request is handled, filled afterwards. */
export interface HttpCache {
  /** Sends a fresh cached response, or calls `proceed`. */
  serve(message: IncomingMessage, response: ServerResponse, proceed: () => void): void;
  /** Whether a response to this request may be cached at all. */
  takes(message: IncomingMessage): boolean;
  /** The epoch of the cache when a request begins. */
  begin(): number;
  /** Caches what was just sent, where it may be shared. */
  keep(message: IncomingMessage, begunAt: number, sent: SentAnswer): void;
}

export interface SentAnswer extends Sent {
  readonly tags: ReadonlySet<string>;
}
