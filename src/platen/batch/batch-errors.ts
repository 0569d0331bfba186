import { defineErrors } from '../../errors.ts';

/** The errors of batches and of their steps. */
export const batchErrors = defineErrors({
  rest_batch_not_allowed: { status: 400, message: () => 'This route cannot be part of a batch.' },
  platen_batch_not_undoable: {
    status: 400,
    message: () => 'What this route does cannot be undone, so it cannot be part of an atomic batch.',
  },
  platen_batch_not_json: { status: 400, message: () => 'This route does not answer with JSON.' },
  platen_invalid_reference: {
    status: 400,
    message: (at: { reference: string; why: string }) => `The reference ${at.reference} cannot be used: ${at.why}.`,
  },
  platen_batch_conflict: {
    status: 409,
    message: () => 'The site was changed while extensions were asked about the batch. Send it again.',
  },
});
