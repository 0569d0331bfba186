import { createHash, randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { ApiError } from '../../lib/errors.ts';
import type { Store } from '../../storage/store.ts';
import { arriving, type SpooledFile, spooledFile } from '../files/spool.ts';
import type { MediaLibrary } from '../media-library.ts';
import { UploadRefused } from '../upload-refusal.ts';
import { type DurablePoint, PartialFileLost } from './partial-files.ts';
import type { Checksum } from './tus-headers.ts';
import { uploadErrors } from './upload-errors.ts';
import { type UploadRow, uploadsTable } from './upload-table.ts';

export type Upload = Readonly<UploadRow>;

/** Uploads that arrive in several requests, at any of several instances. */
export interface ResumableUploads {
  /** The largest file that the store can take. */
  readonly mostBytes: number;
  /** Begins an upload; refuses one too many of an account. Throws UploadRefused for one that exceeds the quota. */
  create(wanted: Pick<Upload, 'userId' | 'length' | 'name' | 'fields'>): Promise<Upload>;
  /** An upload of this account; null for those of others, and for expired ones. */
  find(id: string, userId: number): Promise<Upload | null>;
  /** The same, after a request that still sends it in this process was ended: its client has come back. */
  settled(id: string, userId: number): Promise<Upload | null>;
  /** Appends a body at an offset. What arrived of a body that broke off stays. */
  append(upload: Upload, offset: number, body: AsyncIterable<Uint8Array>, checksum: Checksum | null): Promise<Upload>;
  /**
   * Makes a media item of an upload that has arrived, exactly once: `make` stores the file, and calls its `settled` in the
   * transaction that creates the row. A file that is refused for good is removed with its upload. Throws UploadRefused for one
   * that exceeds the quota by now; it waits until there is room, or it expires.
   */
  complete(upload: Upload, make: (file: SpooledFile) => Promise<unknown>): Promise<Upload>;
  remove(upload: Upload): Promise<void>;
  /** Removes what has expired, at most some of it at a time. */
  removeExpired(): Promise<void>;
}

export interface ResumableUploadsOptions {
  readonly store: Store;
  readonly library: Pick<MediaLibrary, 'files' | 'claims' | 'spool' | 'usage' | 'recover'>;
  readonly clock: () => number;
  /** How long an upload stays after its last request. */
  readonly expiryMs: number;
}

/** Unfinished uploads of one account. */
export const mostUnfinished = 20;
/** How long the claim of a process that was lost is in the way of others. */
const leaseMs = 30_000;
const expiredAtOnce = 100;

export function createResumableUploads(options: ResumableUploadsOptions): ResumableUploads {
  const { store, library, clock, expiryMs } = options;
  const { partial } = library.files;
  const rows = store.table(uploadsTable);
  const running = new Map<string, Running>();
  /** How many expired uploads, the oldest first, the last round could not remove. */
  let left = 0;
  const byId = async (id: string): Promise<Upload | null> => (await rows.find({ id }))[0] ?? null;

  const claimed = async (id: string) => {
    const name = `upload ${id}`;
    // By its folder others find out that this process has ended, and that its claims are void.
    await library.spool.ready();
    const claim = await library.claims.claim(name, leaseMs);
    if (claim) return claim;
    // It may be that of a server that was killed; those are recovered at once on the same machine.
    await library.recover();
    return library.claims.claim(name, leaseMs);
  };

  /** Works on an upload, alone among all processes, with its row as it is then. */
  const alone = async <T>(
    { id }: Upload,
    work: (upload: Upload, held: { readonly isHeld: () => boolean }) => Promise<T>,
    stop: () => void = () => {},
  ): Promise<T> => {
    await running.get(id)?.ended;
    if (running.has(id)) throw busy();
    const ended = Promise.withResolvers<void>();
    running.set(id, { stop, ended: ended.promise });
    try {
      const claim = await claimed(id);
      if (!claim) throw busy();
      try {
        const upload = await byId(id);
        if (!upload) throw uploadErrors.platen_upload_not_found();
        return await work(upload, claim);
      } finally {
        // Nothing was announced, so that no file goes with the claim.
        await claim.abandon(async () => {});
      }
    } finally {
      running.delete(id);
      ended.resolve();
    }
  };

  const record = async (upload: Upload, point: DurablePoint): Promise<Upload> => {
    const next = { received: point.received, state: point.state, expiresMs: clock() + expiryMs };
    if ((await rows.update({ id: upload.id, received: upload.received, attachmentId: 0 }, next)) === 0) throw busy();
    return { ...upload, ...next };
  };

  const uploads: ResumableUploads = {
    mostBytes: partial.mostBytes,
    create: async (wanted) => {
      const upload: UploadRow = {
        ...wanted,
        id: randomUUID(),
        received: 0,
        state: {},
        attachmentId: 0,
        expiresMs: clock() + expiryMs,
      };
      await store.transaction(async (inside) => {
        await inside.lock('resumable uploads');
        const own = inside.table(uploadsTable);
        const unfinished = { userId: wanted.userId, attachmentId: 0, expiresMs: { from: clock() } };
        if ((await own.count(unfinished)) >= mostUnfinished)
          throw uploadErrors.platen_too_many_uploads({ most: mostUnfinished });
        await library.usage?.admit(wanted.length, { store: inside, withUnfinished: true });
        await own.append(upload);
      });
      return upload;
    },
    find: async (id, userId) => {
      const upload = await byId(id);
      return upload && upload.userId === userId && upload.expiresMs > clock() ? upload : null;
    },
    settled: async (id, userId) => {
      const upload = await uploads.find(id, userId);
      const work = upload && running.get(id);
      if (!work) return upload;
      work.stop();
      await work.ended;
      return uploads.find(id, userId);
    },
    append: async (upload, offset, body, checksum) => {
      const stop = () => void (body instanceof Readable && body.destroy(new Error('The client has come back.')));
      return alone(
        upload,
        async (found, claim) => {
          if (offset !== found.received) throw uploadErrors.platen_upload_offset({ received: found.received });
          const source = readBody(body, found.length - found.received, checksum);
          let current = found;
          for await (const point of lossAsRefusal(partial.append(found, source.chunks, library.spool.readyScratch))) {
            if (!claim.isHeld()) throw busy();
            // Bytes with a checksum count when all of them have arrived. The last point is refused before the next is asked
            // for: the store then drops what that point replaces, which is all there is of the bytes before.
            if (checksum && source.hasEnded()) {
              if (source.wasInterrupted()) throw uploadErrors.platen_upload_interrupted();
              if (!source.matches()) throw uploadErrors.platen_upload_checksum();
            }
            if (!checksum || source.hasEnded() || point.received === current.received)
              current = await record(current, point);
          }
          if (source.isTooLong()) throw tooLong();
          if (source.wasInterrupted()) throw uploadErrors.platen_upload_interrupted();
          return current;
        },
        stop,
      );
    },
    complete: (upload, make) =>
      alone(upload, async (found) => {
        if (found.attachmentId > 0 || found.received < found.length) return found;
        let attachmentId = 0;
        // Before a bucket is read: what does not fit now may be asked for again and again.
        await library.usage?.admit(found.length);
        const file = await partial.assemble(found, library.spool.readyScratch).catch(asRefusal);
        const discard = () => rm(file, { force: true });
        const settled = async (inside: Store, id: number): Promise<void> => {
          const isOurs = { id: found.id, attachmentId: 0 };
          if ((await inside.table(uploadsTable).update(isOurs, { attachmentId: id })) === 0) throw busy();
          attachmentId = id;
        };
        try {
          await make({ ...(await spooledFile(file)), settled });
        } catch (error) {
          if (isFinal(error)) await uploads.remove(found);
          throw error;
        } finally {
          await discard();
        }
        // Where this fails, they go when the upload expires.
        await partial.remove(found).catch(() => {});
        return { ...found, attachmentId };
      }),
    remove: async (upload) => {
      await partial.remove(upload);
      await rows.remove({ id: upload.id });
    },
    removeExpired: async () => {
      const found = await rows.find(
        { expiresMs: { below: clock() } },
        { by: 'expiresMs', direction: 'asc' },
        { limit: expiredAtOnce, offset: left },
      );
      // One that its client went on with in the meantime has another time.
      const removeOne = async (current: Upload) =>
        current.expiresMs < clock() && (await uploads.remove(current).then(() => true));
      const failures: unknown[] = [];
      let removed = 0;
      for (const upload of found) {
        try {
          if (await alone(upload, removeOne)) removed += 1;
        } catch (error) {
          if (!isPassing(error)) failures.push(error);
        }
      }
      // The next round looks at those behind the ones that could not be removed, and at the end begins anew.
      left = found.length < expiredAtOnce ? 0 : left + found.length - removed;
      if (failures.length > 0)
        throw new AggregateError(failures, `${failures.length} expired uploads could not be removed.`, {
          cause: failures[0],
        });
    },
  };
  return uploads;
}

/** A request of this process that works on an upload. */
interface Running {
  stop(): void;
  readonly ended: Promise<void>;
}

const busy = () => uploadErrors.platen_upload_busy(undefined, { headers: { 'Retry-After': '5' } });
const tooLong = () =>
  uploadErrors.platen_upload_header({ why: 'The body has more bytes than Upload-Length announced.' });

/** Another process is at it, or has removed it. */
const isPassing = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 423 || error.status === 404);

/** The chunks of a body up to a limit, without the failure of one that broke off; what it was is known afterwards. */
function readBody(body: AsyncIterable<Uint8Array>, limit: number, checksum: Checksum | null) {
  const hash = checksum && createHash(checksum.algorithm);
  const found = { interrupted: false, long: false, ended: false };
  async function* chunks(): AsyncGenerator<Uint8Array> {
    let size = 0;
    try {
      for await (const chunk of arriving(body)) {
        found.long = size + chunk.length > limit;
        const taken = found.long ? chunk.subarray(0, limit - size) : chunk;
        size += taken.length;
        hash?.update(chunk);
        if (taken.length > 0) yield taken;
        if (found.long) return;
      }
    } catch (error) {
      if (!(error instanceof UploadRefused) || error.reason !== 'interrupted') throw error;
      found.interrupted = true;
    } finally {
      found.ended = true;
    }
  }
  return {
    chunks: chunks(),
    hasEnded: () => found.ended,
    wasInterrupted: () => found.interrupted,
    isTooLong: () => found.long,
    matches: () => !hash || hash.digest().equals(checksum?.digest ?? Buffer.alloc(0)),
  };
}

/** Whether a file will be refused again, however often it is sent. */
function isFinal(error: unknown): boolean {
  const refused = error instanceof ApiError ? error.cause : error;
  return refused instanceof UploadRefused && (refused.reason === 'type' || refused.reason === 'broken-image');
}

function asRefusal(error: unknown): never {
  if (error instanceof PartialFileLost) throw uploadErrors.platen_upload_lost(undefined, { cause: error });
  throw error;
}

async function* lossAsRefusal(points: AsyncIterable<DurablePoint>): AsyncGenerator<DurablePoint> {
  try {
    yield* points;
  } catch (error) {
    asRefusal(error);
  }
}
