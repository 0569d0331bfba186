import { ApiError, defineErrors } from '../lib/errors.ts';

/** What a client is told when a hook that must answer did not. */
export const hookErrors = defineErrors({
  rest_hook_failed: {
    status: 503,
    message: () => 'An extension of this site could not check this, and nothing was stored. Try again in a moment.',
  },
});

/** The answer of a hook that does not allow what is about to happen. */
export class HookRefusal {
  readonly message: string;
  readonly status: number;
  readonly code: string;

  constructor(message: string, { status, code }: { readonly status: number; readonly code: string }) {
    this.message = message;
    this.status = status;
    this.code = code;
  }
}

/** Refuses what is about to happen. The sentence is shown to whoever asked; the status is 400 to 499. */
export function refuse(
  message: string,
  options: { readonly status?: number; readonly code?: string } = {},
): HookRefusal {
  return new HookRefusal(message, { status: options.status ?? 400, code: options.code ?? 'rest_refused_by_extension' });
}

const longestSentence = 1_000;

/** The error that a refusal becomes, or why it is none: a refusal is a sentence with a status of the caller's faults. */
export function refusalError({ message, status, code }: HookRefusal): ApiError | string {
  if (typeof message !== 'string' || message.trim() === '') return 'A refusal needs a sentence.';
  if (!Number.isInteger(status) || status < 400 || status > 499)
    return `A refusal has a status of 400 to 499, not ${status}.`;
  if (typeof code !== 'string' || !/^[a-z][a-z0-9_]{0,99}$/.test(code))
    return 'The code of a refusal is a word in lower case.';
  return new ApiError(code, status, message.slice(0, longestSentence));
}
