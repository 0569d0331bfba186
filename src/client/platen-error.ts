/**
 * Everything that can go wrong with a request: what the server refused, with its `code`, and what never reached it
 * (`network_error`, status 0).
 */
export class PlatenError extends Error {
  override readonly name = 'PlatenError';
  readonly code: string;
  /** The HTTP status; 0 if there was no answer. */
  readonly status: number;
  /** What the server says beside the message: `params` by name, `current` where a condition failed. */
  readonly data: Readonly<Record<string, unknown>> | null;

  constructor(
    message: string,
    about: { readonly code: string; readonly status: number; readonly data?: unknown; readonly cause?: unknown },
  ) {
    super(message, 'cause' in about ? { cause: about.cause } : {});
    this.code = about.code;
    this.status = about.status;
    // An object was seen; its members are checked by whoever uses them.
    this.data = typeof about.data === 'object' ? (about.data as PlatenError['data']) : null;
  }
}

/** The error that an answer states; answers of proxies that are not JSON have the code `http_error`. */
export async function errorOf(response: Response): Promise<PlatenError> {
  const { status, statusText } = response;
  const text = await response.text().catch(() => '');
  let body: { code?: unknown; message?: unknown; data?: unknown } = {};
  try {
    body = Object(JSON.parse(text));
  } catch {}
  const { code = 'http_error', message = `${status} ${statusText}`, data } = body;
  return new PlatenError(String(message), { code: String(code), status, data });
}
