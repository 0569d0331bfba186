/** A limiter that never limits. */
export const unlimited = {
  consume: async () => 0,
  wait: async () => 0,
  refund: async () => {},
  reset: async () => {},
};
/** Counts a use in every limiter and resolves to 0; or counts it in none and resolves to the seconds to wait. */
export async function consumeAll(uses) {
  const longest = Math.max(0, ...(await Promise.all(uses.map(({ limiter, key }) => limiter.wait(key)))));
  if (longest > 0) return longest;
  for (const [index, { limiter, key }] of uses.entries()) {
    const wait = await limiter.consume(key);
    if (wait === 0) continue;
    // Another use was counted after the waits were read.
    await Promise.all(uses.slice(0, index).map((counted) => counted.limiter.refund(counted.key)));
    return wait;
  }
  return 0;
}
