import { afterEach, beforeEach, expect, test } from 'vitest';
import { type FreshDatabase, freshDatabase } from '../../test/support/database.ts';
import { openStore } from '../storage/open/open-store.ts';
import type { OpenStore, Store, TransactionSteps } from '../storage/store.ts';
import { storedTerm } from '../wp/context/stored-items.ts';
import type { Call } from './call.ts';
import { conditionalCall } from './conditional-request.ts';
import { versionsWith } from './entity-tag.ts';

const undone = new Error('undone');

/** The store, whose transactions are undone once at their end; then `meanwhile` happens, and they are repeated. */
function undoneOnce(store: Store, meanwhile: () => Promise<void>): Store {
  const around = (steps: TransactionSteps): Store => {
    const real = store.around(steps);
    return Object.assign(Object.create(real), {
      transaction: async <T>(work: (inner: Store) => Promise<T>): Promise<T> => {
        const first = store.transaction(async (inner) => {
          await steps.before(inner);
          await work(inner);
          await steps.after(inner);
          throw undone;
        });
        await expect(first).rejects.toBe(undone);
        await meanwhile();
        return real.transaction(work);
      },
    });
  };
  return Object.assign(Object.create(store), { around });
}

let database: FreshDatabase;
let store: OpenStore;
beforeEach(async () => {
  database = await freshDatabase('sqlite');
  store = await openStore({ url: database.url });
});
afterEach(async () => {
  await store.close();
  await database.drop();
});

const versionOf = versionsWith(Buffer.from('key'));

/** A new term, and a call through the store that changes it only if it is as it is now. */
async function conditionalTerm(through: (id: number) => Store) {
  const id = await store.terms.insert({ name: 'n', slug: 'n', taxonomy: 'post_tag', description: '1', parentId: 0 });
  const item = storedTerm(id, 'post_tag');
  const version = async () => versionOf((await item.state(store)) ?? { stored: null, modifiedMs: null });
  const conditions = { versions: [await version()], unmodifiedSinceMs: null };
  // Only the store of a call is used here.
  const call = { store: through(id) } as Partial<Call> as Call;
  return { id, version, ...(await conditionalCall(item, conditions, call, versionOf)) };
}

const describeAs = (id: number, description: string) => (inner: Store) =>
  inner.terms.update(id, 'post_tag', { description });

test('a write that was undone and is repeated does not take for its own what somebody else has stored', async () => {
  const { id, call, written } = await conditionalTerm((term) =>
    undoneOnce(store, () => store.transaction(describeAs(term, '2'))),
  );
  const counting = call.store.transaction(describeAs(id, '2'));
  await expect(counting).rejects.toMatchObject({ code: 'rest_precondition_failed' });
  expect(written()).toBeNull();
});

test('the second transaction of an operation finds what the first one wrote', async () => {
  const { id, version, call, written } = await conditionalTerm(() => store);
  await call.store.transaction(describeAs(id, '2'));
  await call.store.transaction(describeAs(id, '3'));
  expect(written()).toBe(await version());
});
