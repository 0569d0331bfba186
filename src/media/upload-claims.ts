import { createHash } from 'node:crypto';
import { type Job, warningJobs } from '../lib/jobs.ts';
import type { ExtensionTable, Store } from '../storage/store.ts';
import { StoreError, wasInserted } from '../storage/store-error.ts';

interface ClaimRow {
  /** The hash of the path: a path can be longer than an index. */
  name: string;
  /** The files that the upload stores, once they are known. */
  paths: readonly string[];
  owner: string;
  untilMs: number;
}

/** Uploads in progress. No two have the same path, so that no file store needs to support conditional writes. */
export const uploadClaimsTable: ExtensionTable<ClaimRow> = {
  name: 'upload_claims',
  columns: { name: 'short', paths: 'json', owner: 'short', untilMs: 'integer' },
  key: 'name',
  indexes: [['untilMs'], ['owner']],
  isLogged: false,
};

/** The right of one upload to a path, from before its first byte is stored until a row refers to it. */
export interface UploadClaim {
  /** Records the files that are about to be stored, so that another process can remove them after a crash. */
  announce(paths: readonly string[]): Promise<void>;
  /** Ends the claim in the transaction that creates the row: afterwards there is a row or a claim, never both. */
  settle(store: Store): Promise<void>;
  /** Whether nobody else can have it yet, by the clock of this process. */
  isHeld(): boolean;
  /** Gives the upload up: removes its files, then the claim. Does nothing once it is settled. */
  abandon(remove: (paths: readonly string[]) => Promise<void>): Promise<void>;
}

/** Claims of the uploads of one process. */
export interface UploadClaims {
  /** Claims a path; null while another upload has it, in any process. It is free so long after its process was lost. */
  claim(path: string, leaseMs?: number): Promise<UploadClaim | null>;
  /** Removes the files of uploads whose owner is one of these, or has not been heard of for a quarter of an hour. */
  recover(endedOwners: readonly string[], remove: (paths: readonly string[]) => Promise<void>): Promise<void>;
}

const usualLeaseMs = 15 * 60_000;

export function createUploadClaims(
  store: Store,
  owner: string,
  clock: () => number = Date.now,
  job: Job = warningJobs.of('upload leases'),
): UploadClaims {
  const rows = store.table(uploadClaimsTable);

  const open = (name: string, leaseMs: number, firstUntilMs: number): UploadClaim => {
    let paths: readonly string[] = [];
    let heldUntilMs = firstUntilMs;
    const renew = async (changes: { readonly paths?: readonly string[] } = {}): Promise<boolean> => {
      const untilMs = clock() + leaseMs;
      const isOurs = (await rows.update({ name, owner }, { ...changes, untilMs })) > 0;
      if (isOurs) heldUntilMs = untilMs;
      return isOurs;
    };
    const timer = setInterval(() => {
      // A renewal that fails leaves the claim to expire, and the upload then fails at its end.
      void job.run(() => renew());
    }, leaseMs / 3).unref();
    return {
      async announce(next) {
        if (!(await renew({ paths: next }))) throw gone();
        paths = next;
      },
      async settle(inside) {
        clearInterval(timer);
        if ((await inside.table(uploadClaimsTable).remove({ name, owner })) === 0) throw gone();
      },
      isHeld: () => clock() < heldUntilMs,
      async abandon(remove) {
        clearInterval(timer);
        if (await takeOver({ name, paths, owner })) await finish(name, paths, remove);
      },
    };
  };
  /** An update rather than a read: it waits for a transaction that settles the claim and may still be committed. */
  const takeOver = async ({ name, owner: from }: Pick<ClaimRow, 'name' | 'owner' | 'paths'>) =>
    (await rows.update({ name, owner: from }, { owner: recovering(owner), untilMs: clock() + usualLeaseMs })) > 0;
  const finish = async (
    name: string,
    paths: readonly string[],
    remove: (paths: readonly string[]) => Promise<void>,
  ) => {
    await remove(paths);
    await rows.remove({ name, owner: recovering(owner) });
  };

  return {
    async claim(path, leaseMs = usualLeaseMs) {
      const name = createHash('sha256').update(path).digest('base64url');
      const untilMs = clock() + leaseMs;
      const isOurs = await wasInserted(rows.insert({ name, paths: [], owner, untilMs }));
      return isOurs ? open(name, leaseMs, untilMs) : null;
    },
    async recover(endedOwners, remove) {
      const expired = await rows.find({ untilMs: { below: clock() } });
      const left = endedOwners.flatMap((ended) => [ended, recovering(ended)]);
      const ended = left.length > 0 ? await rows.find({ owner: { in: left } }) : [];
      for (const row of [...ended, ...expired]) if (await takeOver(row)) await finish(row.name, row.paths, remove);
    },
  };
}

/** A process that removes files of a claim; its own uploads have another owner, so that neither is taken for the other. */
const recovering = (owner: string): string => `${owner} removes`;

const gone = () => new StoreError('busy', 'The upload took so long that it was given up. Send it again.');
