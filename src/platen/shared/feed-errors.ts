import { defineErrors } from '../../errors.ts';

export const feedErrors = defineErrors({
  rest_cursor_invalid: { status: 400, message: () => 'The cursor is not one that this site gave out.' },
  rest_cursor_gone: {
    status: 410,
    message: () =>
      'What happened since this cursor is not known any more, or your rights have changed. Take a dump and go on from its cursor.',
  },
  rest_types_unknown: {
    status: 400,
    message: ({ types }: { readonly types: readonly string[] }) => `There are no such types: ${types.join(', ')}.`,
  },
});
