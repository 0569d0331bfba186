import { defineErrors } from '../../../lib/errors.ts';

/** The errors of notes on items. */
export const noteErrors = defineErrors({
  platen_note_not_found: { status: 404, message: () => 'This item has no note with this id.' },
  platen_note_empty: {
    status: 400,
    message: () => 'A note needs a text. Only a reply that resolves or reopens may be empty.',
  },
  platen_note_not_yours: { status: 'denied', message: () => 'You may change only notes that you wrote yourself.' },
  platen_note_parent: {
    status: 400,
    message: () => '`resolved` and `parent` go with the first note of a thread on this item.',
  },
  platen_note_mention: {
    status: 400,
    message: (at: { ids: readonly number[] }) =>
      `Only people who may edit the item can be mentioned; these may not: ${at.ids.join(', ')}.`,
  },
});
