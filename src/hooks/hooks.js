import { askBefore } from './ask-before.ts';
/** How long a hook after a write may take before it is repeated. */
export const afterDeadlineMs = 30000;
/** Registers the listeners with the queue. Null if nobody listens: operations then skip everything about hooks. */
export function createHooks(listeners, queue) {
  if (listeners.every(({ before, after }) => before.size === 0 && after.size === 0)) return null;
  for (const listener of listeners) if (listener.after.size > 0) handleEvents(listener, queue);
  return hooksOf(listeners, queue);
}
function hooksOf(listeners, queue) {
  const asked = new Set(listeners.flatMap(({ before }) => [...before.keys()]));
  const shared = {
    asks: (kind, actions) => actions.some((action) => asked.has(`${kind}.${action}`)),
    wake: () => queue.wake(),
    async record(store, { kind, actions, id, ...facts }) {
      for (const action of actions) {
        for (const { guard, after } of listeners) {
          if (!after.has(`${kind}.${action}`)) continue;
          const payload = { kind, action, ...facts };
          await queue.enqueue(store, { topic: topicOf(guard.extension), key: `${kind}:${id}`, payload });
        }
      }
    },
    without: (name) =>
      hooksOf(
        listeners.filter(({ guard }) => guard.extension !== name),
        queue,
      ),
  };
  const inside = {
    ...shared,
    asks: () => false,
    before: async () => ({}),
    wake: () => {},
    get inside() {
      return inside;
    },
  };
  return { ...shared, before: (question) => askBefore(listeners, question), inside };
}
const topicOf = (extension) => `hooks of ${extension}`;
function handleEvents({ guard, after }, queue) {
  queue.handle({
    name: topicOf(guard.extension),
    deadlineMs: afterDeadlineMs,
    handle: async ({ id, payload, attempt, signal }) => {
      // Only `record` queues jobs under this topic.
      const stored = payload;
      const event = { ...stored, id, attempt, signal };
      // The key of a hook is derived from the types of its event.
      await after.get(`${stored.kind}.${stored.action}`)?.(event);
    },
    onFailure: (error, { payload }) => {
      // As above.
      const { kind, action } = payload;
      guard.note(`after ${kind}.${action}`, error);
    },
  });
}
