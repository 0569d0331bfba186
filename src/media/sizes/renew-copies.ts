import { rm } from 'node:fs/promises';
import type { Store } from '../../storage/store.ts';
import { isRecord } from '../../text/json.ts';
import { attachmentFiles, type StoredAttachment, withoutCopies } from '../attachment-files.ts';
import { originalName, readPicture, type StoredCopy, type StoredPicture } from '../attachment-metadata.ts';
import { type PictureTools, uploadedPath, withLocalFile } from '../change-picture.ts';
import { baseNameOf, folderOf, inFolder } from '../files/media-path.ts';
import type { SpooledFile } from '../files/spool.ts';
import type { ImageSizes } from '../image-sizes.ts';
import { type PlannedCopy, planCopies, sizesOf, storedSizes } from '../store-upload.ts';
import { UploadRefused } from '../upload-refusal.ts';
import type { Picture } from '../workers/image-processor.ts';
import { backupsAfter, changesAnything, leftoversOf, planRenewal, type RenewalChoices } from './renewal-plan.ts';

/** What is stored of a picture afterwards; a member that is left out stays as it is. */
export interface RenewedAttachment {
  readonly metadata?: StoredPicture;
  readonly backups?: Readonly<Record<string, unknown>>;
}

/** Stores what became of a picture, in one transaction with `release`. */
export type SettleCopies = (renewed: RenewedAttachment, release: (store: Store) => Promise<void>) => Promise<void>;

export interface CopyRenewal extends RenewalChoices {
  readonly id: number;
  /** `_wp_attached_file`. */
  readonly file: string;
  readonly mime: string;
  /** What is stored of the picture; null once it is gone. */
  readonly read: () => Promise<StoredAttachment | null>;
  readonly settle: SettleCopies;
}

/**
 * Makes copies of a stored picture again; returns how many files were written. Copies that have no size any more stay
 * on the disk, since texts may show them, and are listed as earlier versions of the picture.
 */
export function renewCopies(tools: PictureTools, renewal: CopyRenewal): Promise<number> {
  return claimed(tools, renewal, async (attachment, claim) => {
    const { store, workers, spool } = tools;
    const scratchFiles: string[] = [];
    const scratch = () => scratchFiles[scratchFiles.push(spool.scratch()) - 1]!;
    const written: string[] = [];
    try {
      return await withLocalFile(tools, sourcePath(attachment), async (local) => {
        const picture = await workers.images.inspect(local.file, renewal.mime);
        const known = knownPicture(attachment, picture, local, tools);
        const all = planRenewal(known, picture, tools.sizes, renewal);
        const { mime } = renewal;
        const planned = planCopies(picture, { sizes: all.sizes, scratch, mime, focus: attachment.focus });
        const [stem, extension] = nameParts(sourcePath(attachment));
        const nameOf = (suffix: string) => `${stem}${suffix}${extension}`;
        const pathOf = (suffix: string) => inFolder(folderOf(attachment.file), nameOf(suffix));
        const paths = planned.map(({ suffix }) => pathOf(suffix));
        const shown = new Set(copiesOf(attachment));
        const taken = await tools.owners.taken(
          paths.filter((path) => !shown.has(path)),
          renewal.id,
        );
        const copies = planned.filter(({ suffix }) => !taken.has(pathOf(suffix)));
        const plan = { ...all, sizes: ofCopies(all.sizes, copies) };
        if (!changesAnything(plan, known) && readPicture(attachment.metadata)) return 0;
        await workers.images.makeCopies(local.file, picture, copies);
        const bytes = tools.detailed ? await sizesOf(copies) : null;
        // Files of the picture are not announced: they stay if this is given up.
        const before = new Set(attachmentFiles(attachment));
        await claim.announce(paths.filter((path) => !before.has(path) && !taken.has(path)));
        // What nobody has, and ends in dimensions as copies do, was left by an earlier attempt or another program.
        for (const { suffix, localFile } of copies) {
          await store.replace(pathOf(suffix), localFile, mime);
          written.push(pathOf(suffix));
        }
        const made = storedSizes(plan.sizes, copies, ({ suffix }) => nameOf(suffix), bytes);
        const sizes = inOrder({ ...plan.kept, ...plan.twins, ...made }, Object.keys(tools.sizes));
        const backups = backupsAfter(attachment, sizes);
        await renewal.settle({ metadata: { ...known, sizes }, ...(backups ? { backups } : {}) }, claim.settle);
        return copies.length;
      });
    } catch (error) {
      // Somebody deleted the picture meanwhile, before these files were written.
      if ((await renewal.read()) === null) for (const path of written) await store.remove(path);
      throw error;
    } finally {
      for (const file of scratchFiles) await rm(file, { force: true });
    }
  });
}

/** Removes the copies of a picture that no size needs any more; returns how many. */
export function removeLeftovers(
  tools: PictureTools,
  order: Pick<CopyRenewal, 'id' | 'file' | 'read' | 'settle'>,
): Promise<number> {
  return claimed(tools, order, async (attachment, claim) => {
    const { paths, backups } = leftoversOf(attachment);
    if (paths.length === 0) return 0;
    const taken = await tools.owners.taken(paths, order.id);
    const removed = paths.filter((path) => !taken.has(path));
    // The files go first: as long as they are listed, the next attempt finds them.
    for (const path of removed) await tools.store.remove(path);
    await order.settle({ backups }, claim.settle);
    return removed.length;
  });
}

type Claim = NonNullable<Awaited<ReturnType<PictureTools['claims']['claim']>>>;

/**
 * Runs work on a picture that nobody else changes meanwhile, with what is stored of it then. A copy that is another media
 * item's file is none of it, though its metadata may say so.
 */
async function claimed<T>(
  { claims, store, owners }: PictureTools,
  { id, file, read }: Pick<CopyRenewal, 'id' | 'file' | 'read'>,
  work: (attachment: StoredAttachment, claim: Claim) => Promise<T>,
): Promise<T> {
  const claim = await claims.claim(file);
  if (!claim) throw new UploadRefused('busy', 'Somebody else is changing this file. Try again.');
  try {
    const attachment = await read();
    if (attachment?.file !== file) throw new UploadRefused('no-data', 'The file of this picture is missing.');
    const taken = await owners.taken(copiesOf(attachment), id);
    return await work(withoutCopies(attachment, taken), claim);
  } finally {
    await claim.abandon(async (paths) => {
      for (const path of paths) await store.remove(path);
    });
  }
}

/** The copies that a picture is shown with. */
function copiesOf(attachment: StoredAttachment): string[] {
  const { file, metadata } = attachment;
  const whole = [file, uploadedPath(attachment)];
  return attachmentFiles({ file, metadata }).filter((path) => !whole.includes(path));
}

/** The sizes that copies were planned for. */
function ofCopies(sizes: ImageSizes, copies: readonly PlannedCopy[]): ImageSizes {
  const names = new Set(copies.flatMap((copy) => copy.sizes));
  return Object.fromEntries(Object.entries(sizes).filter(([name]) => names.has(name)));
}

/** The largest file of a picture: the uploaded one, unless an image editor has changed the picture since. */
function sourcePath(attachment: StoredAttachment): string {
  const original = originalName(attachment.metadata);
  if (original === null) return attachment.file;
  const [stem] = nameParts(original);
  const [shown] = nameParts(attachment.file);
  return shown === `${stem}-scaled` || shown === `${stem}-rotated` || shown === stem
    ? uploadedPath(attachment)
    : attachment.file;
}

/** The metadata as it is stored, with all that other programs put there; that of the file where there is none. */
function knownPicture(
  { file, metadata }: StoredAttachment,
  picture: Picture,
  { size }: SpooledFile,
  { detailed = false }: Pick<PictureTools, 'detailed'>,
): StoredPicture {
  const read = readPicture(metadata);
  if (read) return { ...(isRecord(metadata) ? metadata : {}), ...read };
  const { width, height, meta, altText } = picture;
  return {
    width,
    height,
    file,
    ...(detailed ? { filesize: size } : {}),
    sizes: {},
    image_meta: { ...meta, ...(detailed ? { alt: altText } : {}) },
  };
}

function nameParts(path: string): [stem: string, extension: string] {
  const [, stem = '', extension = ''] = /^(.*?)(\.[^.]*)?$/.exec(baseNameOf(path)) ?? [];
  return [stem, extension];
}

/** The sizes in this order, those of other names last. */
function inOrder(sizes: Readonly<Record<string, StoredCopy>>, names: readonly string[]): Record<string, StoredCopy> {
  const known = names.flatMap((name) => (sizes[name] ? [[name, sizes[name]] as const] : []));
  return {
    ...Object.fromEntries(known),
    ...Object.fromEntries(Object.entries(sizes).filter(([n]) => !names.includes(n))),
  };
}
