import type { Condition, Store } from '../../storage/store.ts';
import { positionName } from './endpoints.ts';
import { type DeliveryRow, deliveriesTable, notedItemsTable, webhookPositionTable } from './webhook-tables.ts';

/** What is known of an item whose addresses were erased: not where it showed. */
export const forgottenDigest = 'forgotten';

const ended = { in: ['delivered', 'failed'] as const };

/** Takes items, named as in deliveries, out of what was sent and of what is yet to be sent. */
export async function eraseItemTexts(store: Store, keys: readonly string[]): Promise<void> {
  // Most sites have none, and there is no index by item.
  const isAny = (await store.table(deliveriesTable).find({}, undefined, { limit: 1, offset: 0 })).length > 0;
  if (isAny) await eraseTexts(store, { itemKey: { in: [...keys] } });
}

/** Takes items and texts, such as a name, out of everything that webhooks keep; inside a transaction. */
export async function eraseFromWebhooks(
  store: Store,
  { keys, texts }: { readonly keys: readonly string[]; readonly texts: readonly string[] },
): Promise<void> {
  // What another process is about to queue was read before: it has to begin again.
  await store.table(webhookPositionTable).increase({ name: positionName }, { taken: 1 });
  const noted = store.table(notedItemsTable);
  const forgotten = { urls: [], digest: forgottenDigest };
  await noted.update({ item: { in: [...keys] } }, forgotten);
  await eraseItemTexts(store, keys);
  for (const text of texts) {
    await noted.update({ urls: { contains: asStored(text) } }, forgotten);
    await eraseTexts(store, { payload: { contains: asStored(text) } });
    await store.table(deliveriesTable).update({ answerText: { contains: text } }, { answerText: '' });
  }
}

/** As it stands inside a text of JSON. */
const asStored = (text: string): string => JSON.stringify(text).slice(1, -1);

/** Payloads may be long. */
const perRound = 20;

/** Deliveries that have ended go; those to come keep what happened to which item, and the receiver fetches it. */
async function eraseTexts(store: Store, where: Condition<DeliveryRow>): Promise<void> {
  const rows = store.table(deliveriesTable);
  for (let after = 0; ; ) {
    const pending = { ...where, state: 'pending' as const, id: { from: after + 1 } };
    const found = await rows.find(pending, { by: 'id', direction: 'asc' }, { limit: perRound, offset: 0 });
    for (const { id, payload } of found)
      await rows.update({ id, state: 'pending' }, { payload: withoutTexts(payload), answerText: '' });
    after = found.at(-1)?.id ?? 0;
    if (found.length < perRound) break;
  }
  await rows.remove({ ...where, state: ended });
}

interface StoredMessage {
  readonly data: { readonly item: unknown };
}

/** A message that says only what happened to which item; any page may have shown it. */
function withoutTexts(payload: string): string {
  // Payloads are written by `webhookText` alone.
  const message = JSON.parse(payload) as StoredMessage;
  const { item } = message.data;
  const data = { ...message.data, item: null, ...(item === null ? {} : { item_omitted: true }) };
  return JSON.stringify({ ...message, data: { ...data, urls: [], everything: true } });
}
