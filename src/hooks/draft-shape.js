import { sentLength, textLimits } from '../rules/text-limits.ts';
import { accept, Refusal } from '../schema/validate.ts';
/** The changes as the shape accepts them, or the reason why they make no sense; nothing of such an answer is used. */
export function acceptChanges(shape, changes) {
  if (typeof changes !== 'object' || changes === null || Array.isArray(changes))
    return 'A hook returns nothing, values to change, or a refusal.';
  const accepted = {};
  for (const [name, value] of Object.entries(changes)) {
    if (value === undefined) continue;
    const rule = Object.hasOwn(shape, name) ? shape[name] : undefined;
    if (!rule) return `A hook cannot change ${name.slice(0, 60)}.`;
    const limit = rule.limit ?? textLimits.other;
    if (sentLength(value) > limit.sent) return `${name} has at most ${limit.sent} characters.`;
    const taken = value === null && rule.schema.nullable ? null : accept(rule.schema, value, name);
    if (taken instanceof Refusal) return taken.why;
    if (typeof taken === 'string' && !taken.isWellFormed()) return `${name} is not valid text.`;
    accepted[name] = taken;
  }
  return accepted;
}
