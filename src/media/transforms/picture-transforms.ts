import { setTimeout } from 'node:timers/promises';
import { createWorkQueue } from '../../limits/work-queue.ts';
import type { FileStore } from '../files/file-store.ts';
import { inFolder, isMediaPath, transformsFolder } from '../files/media-path.ts';
import type { FocalPoint } from '../focal-point.ts';
import type { Dimensions } from '../image-sizes.ts';
import type { UploadClaims } from '../upload-claims.ts';
import { UploadRefused } from '../upload-refusal.ts';
import type { Conversion, PictureConverter } from '../workers/image-processor.ts';
import { type PictureBox, targetDimensions } from './transform-target.ts';

/** A resized picture that is completely decided. */
export interface Transform {
  /** The file that it is made of, and its version. */
  readonly file: string;
  readonly version: string;
  readonly dimensions: Dimensions | null;
  readonly box: PictureBox;
  readonly focus: FocalPoint;
  readonly format: Conversion['format'];
  readonly quality: number;
  /** Whether anybody may ask for it: of those there are few, so that they are made whatever else there is. */
  readonly isPublic: boolean;
}

/** Makes resized pictures and stores them in the file store, in a folder of their own. */
export interface PictureTransforms {
  /** Where it is stored; empty where a path would be too long. */
  pathOf(transform: Transform): string;
  /** Makes it unless it is there; of several requests at once, one makes it. Throws TransformRefused. */
  make(transform: Transform): Promise<void>;
  /** Removes everything that was made of a file. */
  purge(file: string): Promise<void>;
}

/** Why a picture was not made. */
export class TransformRefused extends Error {
  readonly reason: 'busy' | 'too-many' | 'unreadable' | 'missing';

  constructor(reason: TransformRefused['reason']) {
    super(reason);
    this.reason = reason;
  }
}

/** How many resized pictures of one file there may be that were signed. */
export const mostTransforms = 100;

/** As many as there are worker processes, so that uploads wait for one of them at most. */
const atOnce = 2;
const mostWaiting = 128;
/** So many of them may be of one file: the others are not refused because of it. */
const mostWaitingOfFile = 32;
/** The folder of those that were signed, within that of a version. */
const signedFolder = 'signed';

export interface TransformTools {
  readonly store: FileStore;
  readonly claims: Pick<UploadClaims, 'claim'>;
  readonly pictures: Pick<PictureConverter, 'convert'>;
  /** Runs work with temporary files, which are removed afterwards. */
  readonly withScratch: <T>(work: (scratch: () => string) => Promise<T>) => Promise<T>;
  /** Runs work on a stored file, or on a local copy of it. Throws UploadRefused where there is none. */
  readonly withLocalFile: <T>(path: string, work: (localFile: string) => Promise<T>) => Promise<T>;
  /** The versions in which a file is shown now, where several media items have it. */
  readonly versions?: (file: string) => Promise<ReadonlySet<string>>;
  /** How long another process is waited for that makes pictures of the same file; default ten seconds. */
  readonly claimWaitMs?: number;
}

export function createPictureTransforms(tools: TransformTools): PictureTransforms {
  const { store, claims, pictures, withScratch, withLocalFile, claimWaitMs = usualClaimWaitMs } = tools;
  const { versions = async () => new Set<string>() } = tools;
  const queue = createWorkQueue({ running: atOnce });
  const running = new Map<string, Promise<void>>();
  const perFile = new Map<string, { last: Promise<unknown>; waiting: number }>();
  const unreadable = new UnreadableFiles();

  /** One at a time for each file: the number of its pictures is exact, and no file takes all worker processes. */
  const inTurn = async (file: string, work: () => Promise<void>): Promise<void> => {
    const turns = perFile.get(file) ?? { last: Promise.resolve(), waiting: 0 };
    perFile.set(file, turns);
    turns.waiting += 1;
    const turn = turns.last.then(work, work);
    turns.last = turn;
    try {
      await turn;
    } finally {
      turns.waiting -= 1;
      if (turns.waiting === 0) perFile.delete(file);
    }
  };
  /**
   * One process at a time for each file, as far as it is waited for. It is claimed within a place of the queue, which is
   * given back while another process has it: no claim waits for a place, and no place for a claim.
   */
  const alone = async (name: string, work: () => Promise<void>): Promise<void> => {
    let untilMs: number | null = null;
    const tryOnce = async (): Promise<boolean> => {
      const claim = await claims.claim(name);
      untilMs ??= performance.now() + claimWaitMs;
      if (!claim && performance.now() < untilMs) return false;
      try {
        await work();
        return true;
      } finally {
        await claim?.abandon(async () => {});
      }
    };
    while (!(await queue.run(tryOnce))) await setTimeout(claimRetryMs);
  };
  const makeAndStore = async (transform: Transform, path: string): Promise<void> => {
    const { file, box, focus, format, quality } = transform;
    if ((await store.stat(path)) !== null) return;
    await makeRoom(store, transform, versions);
    const conversion = { format, quality, keepMetadata: false, resize: { ...box, focus } };
    await withScratch(async (scratch) => {
      const target = scratch();
      const made = await withLocalFile(file, (localFile) => pictures.convert(localFile, target, conversion)).catch(
        (error: unknown) => {
          throw error instanceof UploadRefused ? new TransformRefused('missing') : error;
        },
      );
      if (made === null) {
        unreadable.add(`${file} ${transform.version}`);
        throw new TransformRefused('unreadable');
      }
      await store.put(path, target, `image/${format}`);
      // Whoever deleted the file meanwhile has purged before this one was there.
      if ((await store.stat(file)) === null) await store.remove(path);
    });
  };

  return {
    pathOf: transformPath,
    make(transform) {
      const path = transformPath(transform);
      const known = running.get(path);
      if (known) return known;
      if (unreadable.has(`${transform.file} ${transform.version}`)) return refused('unreadable');
      const ofFile = perFile.get(transform.file)?.waiting ?? 0;
      if (running.size >= mostWaiting || ofFile >= mostWaitingOfFile) return refused('busy');
      const work = inTurn(transform.file, () =>
        alone(folderFor(transform.file), () => makeAndStore(transform, path)),
      ).finally(() => running.delete(path));
      running.set(path, work);
      return work;
    },
    async purge(file) {
      await removeAll(store, await pathsBelow(store, folderFor(file)));
    },
  };
}

const refused = async (reason: TransformRefused['reason']): Promise<never> => {
  throw new TransformRefused(reason);
};

const folderFor = (file: string): string => inFolder(transformsFolder, file);

const extensions: Readonly<Record<Conversion['format'], string>> = {
  webp: 'webp',
  avif: 'avif',
  jpeg: 'jpg',
  png: 'png',
};

/** Named after what it shows, so that orders with the same result share a file. */
function transformPath({ file, version, dimensions, box, focus, format, quality, isPublic }: Transform): string {
  const { width, height } = dimensions ? targetDimensions(dimensions, box) : box;
  const cut = box.fit === 'cover' ? `-${focus.x}-${focus.y}` : '';
  const name = `${width ?? ''}x${height ?? ''}-${box.fit}${cut}-q${quality}.${extensions[format]}`;
  const path = `${folderFor(file)}/${version}/${isPublic ? '' : `${signedFolder}/`}${name}`;
  return isMediaPath(path) ? path : '';
}

async function pathsBelow(store: FileStore, folder: string): Promise<string[]> {
  const paths: string[] = [];
  for await (const path of store.list(`${folder}/`)) paths.push(path);
  return paths;
}

async function removeAll(store: FileStore, paths: readonly string[]): Promise<void> {
  for (const path of paths) await store.remove(path);
  await store.removeEmptyFolders(paths);
}

/** Removes what was made of earlier versions of a file, and refuses one signed picture too many of this one. */
async function makeRoom(
  store: FileStore,
  { file, version, isPublic }: Transform,
  versions: (file: string) => Promise<ReadonlySet<string>>,
): Promise<void> {
  const folder = folderFor(file);
  const paths = await pathsBelow(store, folder);
  const isOf = (some: string) => (path: string) => path.startsWith(`${folder}/${some}/`);
  const others = paths.filter((path) => !isOf(version)(path));
  if (others.length > 0) {
    const current = [...(await versions(file))];
    await removeAll(
      store,
      others.filter((path) => !current.some((one) => isOf(one)(path))),
    );
  }
  const signed = paths.filter(isOf(`${version}/${signedFolder}`));
  if (!isPublic && signed.length >= mostTransforms) throw new TransformRefused('too-many');
}

const claimRetryMs = 100;
/** The claim of a process that was killed is given up later than that; a picture that is made twice does no harm. */
const usualClaimWaitMs = 10_000;

/** Files that could not be read a moment ago: nobody can have them read again and again. */
class UnreadableFiles {
  readonly #until = new Map<string, number>();

  add(name: string): void {
    this.#until.delete(name);
    this.#until.set(name, performance.now() + 60_000);
    const [oldest] = this.#until.keys();
    if (this.#until.size > 1_000 && oldest !== undefined) this.#until.delete(oldest);
  }

  has(name: string): boolean {
    return performance.now() < (this.#until.get(name) ?? 0);
  }
}
