import { ApiError } from '../errors.ts';
/** The answer of a hook that does not allow what is about to happen. */
export class HookRefusal {
  message;
  status;
  code;
  constructor(message, { status, code }) {
    this.message = message;
    this.status = status;
    this.code = code;
  }
}
/** Refuses what is about to happen. The sentence is shown to whoever asked; the status is 400 to 499. */
export function refuse(message, options = {}) {
  return new HookRefusal(message, { status: options.status ?? 400, code: options.code ?? 'rest_refused_by_extension' });
}
const longestSentence = 1000;
/** The error that a refusal becomes, or why it is none: a refusal is a sentence with a status of the caller's faults. */
export function refusalError({ message, status, code }) {
  if (typeof message !== 'string' || message.trim() === '') return 'A refusal needs a sentence.';
  if (!Number.isInteger(status) || status < 400 || status > 499)
    return `A refusal has a status of 400 to 499, not ${status}.`;
  if (typeof code !== 'string' || !/^[a-z][a-z0-9_]{0,99}$/.test(code))
    return 'The code of a refusal is a word in lower case.';
  return new ApiError(code, status, message.slice(0, longestSentence));
}
