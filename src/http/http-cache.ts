import type { IncomingMessage, ServerResponse } from 'node:http';

/** The response cache as the HTTP server uses it: ahead of the framework on the way in, behind it on the way out. */
export interface HttpCache {
  /** Sends a fresh kept answer, or calls `proceed`. */
  serve(message: IncomingMessage, response: ServerResponse, proceed: () => void): void;
  /** Whether an answer to this request may be kept at all. */
  takes(message: IncomingMessage): boolean;
  /** The epoch a request begins at. */
  begin(): number;
  /** Keeps what was just sent, where it may be shared. */
  keep(message: IncomingMessage, begunAt: number, sent: SentAnswer): void;
}

export interface SentAnswer {
  readonly headers: Readonly<Record<string, string | readonly string[]>>;
  readonly payload: Uint8Array;
  readonly tags: ReadonlySet<string>;
}
