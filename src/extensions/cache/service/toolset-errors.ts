import { defineErrors } from '../../../extension.ts';

/** The errors that are sent as standard errors; all others are sent in the envelope. */
export const toolsetErrors = defineErrors({
  rest_payload_too_large: { status: 413, message: () => 'The message is longer than this route takes.' },
  remote_get_fail: {
    status: 404,
    message: (at: { asked: string }) => `The address could not be determined by asking ${at.asked}.`,
  },
  too_often: { status: 429, message: () => 'Too many requests. Try again later.' },
});
