/** How many requests are under way at once. */
const atOnce = 4;

/** Does something with each, a few at a time; returns why it failed, by item. */
export async function inTurns<Item>(
  items: readonly Item[],
  work: (item: Item) => Promise<unknown>,
): Promise<Map<Item, unknown>> {
  const waiting = [...items];
  const failures = new Map<Item, unknown>();
  const worker = async () => {
    while (waiting.length > 0) {
      const [item] = waiting.splice(0, 1) as [Item];
      await work(item).catch((error: unknown) => failures.set(item, error));
    }
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  return failures;
}
