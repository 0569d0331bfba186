import type { Refusal } from './interface.ts';

/** The server's answer was no: what it said, and to which fields. */
export class Refused extends Error {
  readonly status: number;
  readonly code: string;
  /** The reason by argument, where the server named some. */
  readonly fields: Readonly<Record<string, string>>;
  /** Everything that it said about it. */
  readonly details: Readonly<Record<string, unknown>>;

  constructor(status: number, body: Refusal | null) {
    super(body?.message || `The server answered ${status}.`);
    this.name = 'Refused';
    this.status = status;
    this.code = body?.code ?? '';
    this.details = { ...body?.data };
    const params = body?.data?.params;
    this.fields = params && !Array.isArray(params) ? params : {};
  }
}

/** The server could not be reached. What was to be sent is still here. */
export class Unreachable extends Error {
  constructor() {
    super('The server cannot be reached.');
    this.name = 'Unreachable';
  }
}

export const isRefused = (error: unknown, ...codes: readonly string[]): error is Refused =>
  error instanceof Refused && (codes.length === 0 || codes.includes(error.code));
