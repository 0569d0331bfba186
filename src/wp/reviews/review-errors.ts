import { defineErrors } from '../../lib/errors.ts';

/** The errors of reviews. */
export const reviewErrors = defineErrors({
  platen_review_state: {
    status: 409,
    message: (at: { status: string; needed: string }) =>
      `The item is in the state "${at.status}"; this needs one in the state "${at.needed}". Read it again.`,
  },
  platen_review_forbidden: {
    status: 'denied',
    message: () => 'Only those who may publish decide about items that wait.',
  },
  platen_review_reviewer: { status: 400, message: () => 'The reviewer must be an account that may publish the item.' },
  platen_review_note: { status: 400, message: () => 'Say in a note what should become different.' },
});
