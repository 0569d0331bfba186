import { defineErrors } from '../../lib/errors.ts';

/** Errors of what items and terms say to search engines. */
export const seoErrors = defineErrors({
  platen_unknown_picture: { status: 400, message: () => 'There is no picture with this id that you may use.' },
  platen_unreadable_values: {
    status: 409,
    message: () =>
      'The stored list of values of terms (option wpseo_taxonomy_meta) cannot be read. Repair or remove it; nothing was changed.',
  },
});
