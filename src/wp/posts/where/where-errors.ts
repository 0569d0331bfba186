import { type ApiError, defineErrors, errors } from '../../../errors.ts';

/** Errors of expressions that would read too much. */
export const whereErrors = defineErrors({
  platen_missing_index: {
    status: 400,
    message: ({ keys, most }: { readonly keys: readonly string[]; readonly most: number }) =>
      `This would read more than ${most} items. Declare \`index: true\` for ${keys.length === 1 ? 'the meta key' : 'one of the meta keys'} ${keys.join(', ')}, or add a condition that narrows the list.`,
  },
  platen_too_broad: {
    status: 400,
    message: ({ most }: { readonly most: number }) =>
      `This would read more than ${most} items. Add a condition that narrows the list: by term, author, date, slug, id or an indexed meta key.`,
  },
});

/** The error for an expression that is not one. */
export function refusedWhere(why: string): ApiError {
  const params = { where: why };
  return errors.rest_invalid_param({ params }, { details: { params } });
}
