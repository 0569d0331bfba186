/**
 * Every error the interface can return: a code (from the contract), a status and a message (our own).
 *
 * `denied` means 401 for an anonymous caller and 403 for one who is logged in; it is resolved once, when the response
 * is written, so that no handler has to choose.
 */
export type ErrorStatus = number | 'denied';

export interface ErrorRow<At> {
  readonly status: ErrorStatus;
  readonly message: (at: At) => string;
}

export class ApiError extends Error {
  readonly code: string;
  readonly status: ErrorStatus;
  /** Members besides `status` in the `data` of the response. */
  readonly details: Readonly<Record<string, unknown>>;
  /** Headers of the response, such as `Retry-After`. */
  readonly headers: Readonly<Record<string, string>>;
  /** What newer versions of the interface say again beside `data`. */
  readonly additional: readonly unknown[];

  constructor(code: string, status: ErrorStatus, message: string, more: Omit<ErrorExtras, 'status'> = {}) {
    // This error is a response, not a bug: nobody reads its stack, and capturing one is the most expensive part.
    const limit = Error.stackTraceLimit;
    Error.stackTraceLimit = 0;
    super(message, more.cause === undefined ? undefined : { cause: more.cause });
    Error.stackTraceLimit = limit;
    this.name = 'ApiError';
    this.code = code;
    this.status = status;
    this.details = more.details ?? {};
    this.headers = more.headers ?? {};
    this.additional = more.additional ?? [];
  }
}

/** What a caller may add to a row: another status where the variant requires it, details for `data`, the cause. */
export interface ErrorExtras {
  readonly status?: ErrorStatus;
  readonly details?: Record<string, unknown>;
  readonly headers?: Record<string, string>;
  readonly additional?: readonly unknown[];
  readonly cause?: unknown;
}

type Throwers<Table> = {
  readonly [Code in keyof Table]: Table[Code] extends ErrorRow<infer At>
    ? unknown extends At
      ? (at?: undefined, extras?: ErrorExtras) => ApiError
      : (at: At, extras?: ErrorExtras) => ApiError
    : never;
};

/**
 * Turns a table of rows into functions that create the errors. Missing details for a message are a type error.
 *
 * @example throw errors.rest_invalid_param({ params: { page: 'page is not a number.' } });
 */
export function defineErrors<const Table extends Record<string, ErrorRow<never>>>(table: Table): Throwers<Table> {
  const throwers: Record<string, (at: never, extras?: ErrorExtras) => ApiError> = {};
  for (const [code, row] of Object.entries(table)) {
    throwers[code] = (at, extras = {}) => new ApiError(code, extras.status ?? row.status, row.message(at), extras);
  }
  // The loop created one function per row, with the parameters of the row's message.
  return throwers as Throwers<Table>;
}

/** The general errors; those of a resource are defined next to it. */
export const errors = defineErrors({
  rest_no_route: { status: 404, message: () => 'No route matches the URL and the request method.' },
  rest_url_too_long: { status: 414, message: () => 'The URL is too long.' },
  rest_invalid_url: {
    status: 400,
    message: () => 'The path of the URL is not valid percent-encoded UTF-8. Write a percent sign as %25.',
  },
  rest_invalid_json: { status: 400, message: () => 'The Content-Type is JSON, but the body is not valid JSON.' },
  rest_missing_callback_param: {
    status: 400,
    message: (at: { params: readonly string[] }) => `Missing parameters: ${at.params.join(', ')}.`,
  },
  rest_invalid_param: {
    status: 400,
    message: (at: { params: Readonly<Record<string, string>> }) =>
      `Invalid parameters: ${Object.keys(at.params).join(', ')}.`,
  },
  rest_invalid_namespace: { status: 404, message: () => 'The namespace does not exist.' },
  rest_callback_invalid: { status: 400, message: () => 'The JSONP callback is not a valid function name.' },
  rest_not_logged_in: { status: 401, message: () => 'You are not logged in. Send credentials with the request.' },
  rest_forbidden: { status: 'denied', message: () => 'You are not allowed to do this.' },
  rest_scope_missing: {
    status: 403,
    message: (at: { scopes: readonly string[] }) =>
      `The credential of this request lacks the scope ${at.scopes.join(' and ')}. Its account may do this.`,
  },
  db_insert_error: { status: 400, message: () => 'The text is not valid UTF-8 and was not stored.' },
  rest_body_too_large: {
    status: 413,
    message: (at: { why: string }) => `The body is too large: ${at.why}.`,
  },
  rest_too_many_parameters: {
    status: 400,
    message: (at: { most: number }) => `The URL has more than ${at.most} parameters. Send fewer.`,
  },
  rest_bodies_waiting: {
    status: 503,
    message: () => 'Too many large bodies are waiting to be read. Try again in a moment.',
  },
  rest_body_timeout: { status: 408, message: () => 'The body did not arrive in time. Send the request again.' },
  rest_invalid_body: { status: 400, message: (at: { why: string }) => `The body cannot be read: ${at.why}.` },
  rest_value_refused: {
    status: 400,
    message: (at: { why: string }) => `The database cannot store this value. ${at.why}`,
  },
  rest_database_busy: {
    status: 503,
    message: () => 'The database is busy. Try again in a moment.',
  },
  rest_database_unavailable: {
    status: 503,
    message: () => 'The database does not answer. Try again in a moment; the server log says why.',
  },
  rest_storage_full: {
    status: 507,
    message: () => 'The disk of the server is full, and nothing was stored. Free space on it, then try again.',
  },
  rest_storage_readonly: {
    status: 503,
    message: () => 'The server may not write to its disk, and nothing was stored. Make it writable, then try again.',
  },
  rest_storage_failed: {
    status: 503,
    message: () => 'The disk of the server reports an error. Check the disk, then try again.',
  },
  rest_precondition_failed: {
    status: 412,
    message: () => 'The item is not as the conditions of the request demand. The answer has its current state.',
  },
  rest_precondition_without_slug: {
    status: 400,
    message: () => 'If-None-Match: * compares the slug, and none was sent.',
  },
  rest_too_many_waiting: {
    status: 503,
    message: () => 'Too many requests are waiting. Try again in a moment.',
  },
  rest_too_many_requests: {
    status: 429,
    message: () => 'Too many requests of your network are waiting. Try again in a moment.',
  },
  rest_server_busy: {
    status: 503,
    message: () => 'The server is busy with other long texts. Try again in a moment.',
  },
  rest_text_unfinished: {
    status: 503,
    message: () => 'Processing a text took too much time or memory. Shorten it, or try again later.',
  },
  rest_internal_error: {
    status: 500,
    message: () => 'An internal error occurred. Its details are in the server log.',
  },
});
