import { defineErrors } from '../../errors.ts';

export const rankedSearchErrors = defineErrors({
  platen_no_words: { status: 400, message: () => 'Send at least one word to look for in search.' },
});
