import { recordAudit } from '../../background/audit-log.ts';
import type { ExtensionTable, Store } from '../../storage/store.ts';

/** When an account last sent its own password over HTTP Basic, noted at most once a day. */
interface AccountPasswordUse {
  userId: number;
  notedMs: number;
}

export const accountPasswordUseTable: ExtensionTable<AccountPasswordUse> = {
  name: 'basic_passwords',
  columns: { userId: 'integer', notedMs: 'integer' },
  key: 'userId',
  indexes: [['notedMs']],
  isLogged: false,
};

const dayMs = 86_400_000;
/** How long somebody who sent it counts as one who still does. */
export const accountPasswordDays = 30;

interface Use {
  readonly userId: number;
  readonly address: string;
  readonly nowMs: number;
}

/** Notes that an account's own password was sent over HTTP Basic, here and in the audit log: once a day, whatever the number of instances. */
export async function noteAccountPassword(store: Store, { userId, address, nowMs }: Use): Promise<void> {
  const rows = store.table(accountPasswordUseTable);
  const [before] = await rows.find({ userId });
  // A clock that was set back leaves a moment of the future.
  if (before && before.notedMs > nowMs - dayMs && before.notedMs <= nowMs) return;
  await store.transaction(async (inside) => {
    // A program sends many requests at once: one of them notes it.
    await inside.lock(`basic password of ${userId}`);
    const [now] = await inside.table(accountPasswordUseTable).find({ userId });
    if (now && now.notedMs !== before?.notedMs) return;
    await inside.table(accountPasswordUseTable).put({ userId, notedMs: nowMs });
    const user = await inside.users.byId(userId);
    await recordAudit(inside, {
      event: 'session.basic',
      nowMs,
      userId,
      objectId: userId,
      objectName: user?.login ?? '',
      address,
    });
  });
}

/** The accounts whose own password was sent over HTTP Basic lately: how many, and the logins of some, the latest first. */
export async function accountPasswordUsers(
  store: Store,
  nowMs: number,
  most: number,
): Promise<{ readonly count: number; readonly logins: readonly string[] }> {
  const since = { notedMs: { from: nowMs - accountPasswordDays * dayMs } };
  const rows = store.table(accountPasswordUseTable);
  const latest = await rows.find(since, { by: 'notedMs', direction: 'desc' }, { limit: most, offset: 0 });
  const users = new Map((await store.users.byIds(latest.map(({ userId }) => userId))).map((user) => [user.id, user]));
  const logins = latest.flatMap(({ userId }) => users.get(userId)?.login ?? []);
  return { count: latest.length < most ? logins.length : await rows.count(since), logins };
}
