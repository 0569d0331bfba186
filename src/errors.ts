/**
 * Every refusal the interface can give: a code (the contract), a status and a sentence (ours).
 *
 * `denied` stands for 401 to an anonymous caller and 403 to one who is logged in; it is resolved once, when the answer
 * is written, so that no handler repeats the choice.
 */
export type ErrorStatus = number | 'denied';

export interface ErrorRow<At> {
  readonly status: ErrorStatus;
  readonly message: (at: At) => string;
}

export class ApiError extends Error {
  readonly code: string;
  readonly status: ErrorStatus;
  /** Members beside `status` in the answer's `data`. */
  readonly details: Readonly<Record<string, unknown>>;
  /** Headers the refusal carries, such as `Retry-After`. */
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    code: string,
    status: ErrorStatus,
    message: string,
    more: { details?: Record<string, unknown>; headers?: Record<string, string>; cause?: unknown } = {},
  ) {
    // A refusal is an answer, not a fault: nobody reads its stack, and collecting one costs more than the rest of it.
    const limit = Error.stackTraceLimit;
    Error.stackTraceLimit = 0;
    super(message, more.cause === undefined ? undefined : { cause: more.cause });
    Error.stackTraceLimit = limit;
    this.name = 'ApiError';
    this.code = code;
    this.status = status;
    this.details = more.details ?? {};
    this.headers = more.headers ?? {};
  }
}

/** What a thrower may add to a row: another status where the variant asks for it, details for `data`, the cause. */
export interface ErrorExtras {
  readonly status?: ErrorStatus;
  readonly details?: Record<string, unknown>;
  readonly headers?: Record<string, string>;
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
 * Turns a table of rows into functions that make the errors. Forgetting the details a message needs does not compile.
 *
 * @example throw errors.rest_invalid_param({ params: { page: 'page is not a number.' } });
 */
export function defineErrors<const Table extends Record<string, ErrorRow<never>>>(table: Table): Throwers<Table> {
  const throwers: Record<string, (at: never, extras?: ErrorExtras) => ApiError> = {};
  for (const [code, row] of Object.entries(table)) {
    throwers[code] = (at, extras = {}) => new ApiError(code, extras.status ?? row.status, row.message(at), extras);
  }
  return throwers as Throwers<Table>;
}

/** The engine's own refusals; resources keep theirs beside themselves. */
export const errors = defineErrors({
  rest_no_route: { status: 404, message: () => 'Nothing answers at this address with this method.' },
  rest_invalid_json: { status: 400, message: () => 'The body is announced as JSON but cannot be read as JSON.' },
  rest_missing_callback_param: {
    status: 400,
    message: (at: { params: readonly string[] }) => `Required but not sent: ${at.params.join(', ')}.`,
  },
  rest_invalid_param: {
    status: 400,
    message: (at: { params: Readonly<Record<string, string>> }) =>
      `Not accepted: ${Object.keys(at.params).join(', ')}.`,
  },
  rest_invalid_namespace: { status: 404, message: () => 'There is no such namespace.' },
  rest_callback_invalid: { status: 400, message: () => 'The name of the callback is not a plain function name.' },
  rest_not_logged_in: { status: 401, message: () => 'You are not logged in.' },
  rest_forbidden: { status: 'denied', message: () => 'You may not do this.' },
  db_insert_error: { status: 400, message: () => 'The text is not valid UTF-8 and was not stored.' },
  rest_body_too_large: { status: 413, message: () => 'The body is larger than this server accepts.' },
  rest_body_timeout: { status: 408, message: () => 'The body did not arrive in time.' },
  rest_invalid_body: { status: 400, message: (at: { why: string }) => `The body cannot be read: ${at.why}.` },
  rest_value_refused: {
    status: 400,
    message: (at: { why: string }) => `The database of this site cannot hold this. ${at.why}`,
  },
  rest_database_busy: {
    status: 503,
    message: () => 'The database has more to do than it can right now. Try again in a moment.',
  },
  rest_internal_error: {
    status: 500,
    message: () => 'Something went wrong on the server. It has been noted in the log.',
  },
});
