import { defineErrors } from '../../errors.ts';

export const pathErrors = defineErrors({
  platen_nothing_at_path: { status: 404, message: () => 'There is nothing at this path that you may see.' },
});
