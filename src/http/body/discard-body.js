export const usualDiscard = { bytes: 268435456, totalMs: 30000, idleMs: 3000 };
/**
 * Reads the rest of a body that nobody wants: most clients read the response only after they have sent everything, and
 * a connection that is closed before would cost them the answer. Returns at the end of the body or at a limit.
 */
export function discardBody(message, limits = usualDiscard) {
  const announced = Number(message.headers['content-length'] ?? 0);
  if (message.complete || message.destroyed || announced > limits.bytes) return Promise.resolve();
  return new Promise((resolve) => {
    let left = limits.bytes;
    const end = () => {
      clearTimeout(total);
      clearTimeout(idle);
      message.off('data', count).off('end', end).off('close', end).off('error', end);
      resolve();
    };
    const count = (chunk) => {
      left -= chunk.length;
      idle.refresh();
      if (left < 0) end();
    };
    const total = setTimeout(end, limits.totalMs);
    const idle = setTimeout(end, limits.idleMs);
    message.on('data', count).on('end', end).on('close', end).on('error', end).resume();
  });
}
