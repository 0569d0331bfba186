/** A call that did not end in time. */
export class DeadlineExceeded extends Error {
  name = 'DeadlineExceeded';
}
const failed = { ok: false };
/** Guards the calls of one extension. */
export function createGuard(extension, faults) {
  const note = (place, error) => faults.note(extension, place, { error, late: error instanceof DeadlineExceeded });
  const caught = (place, error) => {
    note(place, error);
    return failed;
  };
  return {
    extension,
    note,
    async run(place, deadlineMs, work) {
      try {
        return { ok: true, value: await callWithDeadline(deadlineMs, work) };
      } catch (error) {
        return caught(place, error);
      }
    },
    runSync(place, work) {
      try {
        return { ok: true, value: work() };
      } catch (error) {
        return caught(place, error);
      }
    },
  };
}
/** The result of the work, or a rejection at the deadline. */
export async function callWithDeadline(deadlineMs, work) {
  const ending = new AbortController();
  const { promise: late, reject } = Promise.withResolvers();
  const timer = setTimeout(() => {
    const error = new DeadlineExceeded(`It did not end within ${deadlineMs} ms.`);
    reject(error);
    ending.abort(error);
  }, deadlineMs);
  try {
    const result = work(ending.signal);
    return await (result instanceof Promise || isThenable(result) ? Promise.race([result, late]) : result);
  } finally {
    clearTimeout(timer);
  }
}
function isThenable(value) {
  return typeof value === 'object' && value !== null && 'then' in value && typeof value.then === 'function';
}
