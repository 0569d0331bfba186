import { defineErrors } from '../../../lib/errors.ts';

/** The errors of visits to editors. */
export const presenceErrors = defineErrors({
  platen_visit_taken: {
    status: 409,
    message: () => 'Another page has named itself like this. Choose another name, such as a random UUID.',
  },
  platen_visits_full: {
    status: 429,
    message: (at: { most: number }) => `At most ${at.most} editors have one item open. Wait until somebody leaves.`,
  },
  platen_visit_asked: {
    status: 409,
    message: () => 'Somebody else has asked to take over already. Ask again when this is decided.',
  },
  platen_visit_not_asked: {
    status: 409,
    message: (at: { seconds: number }) =>
      `Ask first; where nobody answers within ${at.seconds} seconds, you may take over.`,
  },
});
