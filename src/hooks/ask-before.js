import { acceptChanges } from './draft-shape.ts';
import { HookRefusal, refusalError } from './hook-refusal.ts';
/** How long a hook may hold up a write. */
export const beforeDeadlineMs = 1000;
/**
 * Asks each listener in turn; one sees the changes of those before it. A hook that fails, is late or answers nonsense
 * counts as one that said nothing, so that the write is as it would be without it.
 */
export async function askBefore(listeners, question) {
  const changes = {};
  for (const action of question.actions) {
    for (const listener of listeners) {
      const hook = listener.before.get(`${question.kind}.${action}`);
      if (hook) Object.assign(changes, await askOne(listener, hook, action, question, changes));
    }
  }
  return changes;
}
async function askOne({ guard }, hook, action, { kind, item, draft, shape, userId }, changes) {
  const place = `before ${kind}.${action}`;
  const seen = structuredClone({ item, draft: { ...draft, ...changes } });
  const answered = await guard.run(place, beforeDeadlineMs, (signal) =>
    // The key of a hook is derived from the types of its event.
    refusalAsAnswer(() => hook({ kind, action, ...seen, userId, signal })),
  );
  if (!answered.ok || answered.value === undefined) return {};
  const problem = judge(answered.value, shape);
  if (typeof problem !== 'string') return problem;
  guard.note(place, new TypeError(problem));
  return {};
}
/** A refusal means the same whether it is returned or thrown. */
async function refusalAsAnswer(ask) {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof HookRefusal) return error;
    throw error;
  }
}
/** The accepted changes, or why the answer makes no sense; throws a sensible refusal. */
function judge(answer, shape) {
  if (!(answer instanceof HookRefusal)) return acceptChanges(shape, answer);
  const error = refusalError(answer);
  if (typeof error === 'string') return error;
  throw error;
}
