import { defineErrors } from '../../errors.ts';

export const previewErrors = defineErrors({
  rest_preview_invalid_id: { status: 404, message: () => 'There is no preview with this number, or it has expired.' },
  rest_preview_fixed: {
    status: 400,
    message: () => 'This preview shows what is stored. Only a preview of changes can be changed.',
  },
  rest_preview_of_both: {
    status: 400,
    message: () => 'A preview shows a revision or changes, not both.',
  },
  rest_previews_full: {
    status: 400,
    message: ({ most }: { readonly most: number }) =>
      `You have ${most} previews that have not expired. Revoke some, or change one instead of making another.`,
  },
});
