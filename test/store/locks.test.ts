import { describe, expect, it } from 'vitest';
import {
  createApplicationPassword,
  findApplicationPassword,
  listApplicationPasswords,
  noteApplicationUse,
  revokeApplicationPassword,
} from '../../src/auth/passwords/application-passwords.ts';
import { openStore } from '../../src/storage/open/open-store.ts';
import type { OpenStore } from '../../src/storage/store.ts';
import { userRow } from '../support/rows.ts';
import { patient, testStore, withStore } from '../support/test-store.ts';

/** Runs `work` with two stores on one database, as two processes have them; `pick` takes them in turn. */
const withTwoStores = (work: (pick: (place: number) => OpenStore) => Promise<void>): Promise<void> =>
  withStore(async (first, url) => {
    const second = await openStore({ url, deadlines: patient });
    try {
      await work((place) => (place % 2 ? second : first));
    } finally {
      await second.close();
    }
  });
const times = <T>(count: number, work: (place: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, place) => work(place)));
const sorted = (values: readonly string[]) => [...values].sort();

describe('a lock', () => {
  const store = testStore();

  it('lets one transaction at a time between what it reads and what it writes', async () => {
    await withTwoStores(async (pick) => {
      await times(30, (place) =>
        pick(place).transaction(async (inside) => {
          await inside.lock('the counter');
          const [row] = (await inside.meta.of('user', [1], ['counter'])).get(1) ?? [];
          await inside.meta.set('user', 1, 'counter', [String(Number(row?.value ?? 0) + 1)]);
        }),
      );
      expect((await pick(0).meta.of('user', [1], ['counter'])).get(1)).toMatchObject([{ value: '30' }]);
    });
  });

  it('is free again after a transaction that failed', async () => {
    const failing = store().transaction(async (inside) => {
      await inside.lock('mine');
      throw new Error('undo');
    });
    await expect(failing).rejects.toThrow('undo');
    await store().transaction((inside) => inside.lock('mine'));
  });

  it('is refused where no transaction could hold it', async () => {
    await expect(store().lock('mine')).rejects.toThrow('transaction');
  });
});

describe('changing an option', () => {
  const store = testStore();

  it('makes one that was not there, and takes one away', async () => {
    await store().options.change('list', (value) => `${value}+1`);
    expect(await store().options.get('list')).toBe('null+1');
    await store().options.change('list', () => null);
    expect(await store().options.get('list')).toBeNull();
  });

  it('writes nothing where nothing changes', async () => {
    await store().options.set('list', 'a');
    await store().changes.poll();
    await store().options.change('list', (value) => value);
    expect(await store().changes.poll()).toBeNull();
  });

  it('is part of the transaction around it', async () => {
    const undone = store().transaction(async (inside) => {
      await inside.options.change('list', () => 'a');
      expect(await inside.options.get('list')).toBe('a');
      throw new Error('undo');
    });
    await expect(undone).rejects.toThrow('undo');
    expect(await store().options.get('list')).toBeNull();
  });

  it('sees what the one before has made, also in a transaction that has read the option before', async () => {
    await withTwoStores(async (pick) => {
      const names = Array.from({ length: 40 }, (_, place) => `n${place}`);
      await times(names.length, (place) =>
        pick(place)
          .observe(new Set())
          .transaction(async (inside) => {
            await inside.options.get('list');
            await inside.options.change('list', (value) => [...(value?.split(' ') ?? []), names[place]].join(' '));
          }),
      );
      for (const place of [0, 1]) {
        expect(sorted((await pick(place).options.get('list'))?.split(' ') ?? [])).toEqual(sorted(names));
      }
    });
  });
});

describe('application passwords', () => {
  it('are all there, and those that were revoked are not, however many change at once', async () => {
    await withTwoStores(async (pick) => {
      const user = await pick(0).users.insert(userRow('someone'));
      const create = (place: number) => createApplicationPassword(pick(place), user, `App ${place}`, 0);
      const old = await times(24, create);
      const ids = async () => sorted((await listApplicationPasswords(pick(0), user)).map(({ id }) => id));
      expect(await ids()).toEqual(sorted(old.map(({ application }) => application.id)));

      const [made] = await Promise.all([
        times(24, create),
        times(24, async (place) => {
          const { id } = old[place]!.application;
          expect(await revokeApplicationPassword(pick(place), user, id)).toBe(true);
        }),
        times(24, (place) =>
          noteApplicationUse(pick(place + 1), user, { id: old[place]!.application.id, address: '::1', nowMs: 5_000 }),
        ),
      ]);
      expect(await ids()).toEqual(sorted(made.map(({ application }) => application.id)));
      const found = (password: string) =>
        findApplicationPassword(pick(1), user, password, { fastOnly: true, fits: async () => false });
      expect(await found(made[0]!.password)).toMatchObject({ name: 'App 0' });
      expect(await found(old[0]!.password)).toBeNull();
    });
  });

  it('are not made for a user who is not there', async () => {
    await withStore(async (store) => {
      await createApplicationPassword(store, 99, 'App', 0);
      expect((await store.meta.of('user', [99])).get(99)).toEqual([]);
    });
  });
});
