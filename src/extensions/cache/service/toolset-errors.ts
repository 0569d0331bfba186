import { defineErrors } from '../../../extension.ts';

/** The refusals that come as standard errors; all others come in the envelope. */
export const toolsetErrors = defineErrors({
  rest_payload_too_large: { status: 413, message: () => 'The message is longer than this route takes.' },
  remote_get_fail: {
    status: 404,
    message: (at: { asked: string }) => `The address could not be learnt from ${at.asked}.`,
  },
  too_often: { status: 429, message: () => 'That was asked too often. Wait a little.' },
});
