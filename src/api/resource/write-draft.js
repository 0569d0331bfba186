import { errors } from '../../errors.ts';
import { sentLength, textLimits } from '../../rules/text-limits.ts';
/**
 * Writes the input to a draft, field by field; a field may refuse its value. All lengths are checked first, so that no
 * work is done on text that is too long to be stored.
 */
export async function writeDraft(fields, draft, input, call) {
  for (const [name, field] of Object.entries(fields)) refuseTooLong(name, field, input[name]);
  for (const [name, { write }] of Object.entries(fields)) {
    const value = input[name];
    // The validator has accepted the value against this field's schema.
    const written = write && value !== undefined ? write(draft, value, call) : undefined;
    if (written) await written;
  }
  return draft;
}
function refuseTooLong(name, { limit = textLimits.other, readonly, tooLong }, value) {
  if (readonly || sentLength(value) <= limit.sent) return;
  throw tooLong?.() ?? textTooLong(name, limit);
}
/** The error for text that is too long, under the name of its field. */
export function textTooLong(name, { stored, sent }) {
  const { most, unit } = stored ?? { most: sent, unit: 'characters' };
  const params = { [name]: `${name} has at most ${most} ${unit}. Shorten it.` };
  return errors.rest_invalid_param({ params }, { details: { params } });
}
