import { isRecord } from '../text/json.ts';
import type { StoredAttachment } from './attachment-files.ts';
import { originalName, readPicture, type StoredCopy, type StoredPicture } from './attachment-metadata.ts';
import { baseNameOf, folderOf, inFolder, isMediaPath } from './files/media-path.ts';

/**
 * The files of the versions of a picture, as `_wp_attachment_backup_sizes` holds them: `full-orig` and `medium-orig` are
 * those of the first version, `full-1731950000000` and so on those of later ones, by the number in their names. Our own
 * `original_image-orig` names the uploaded file of a picture that is shown by a smaller copy.
 */
export type VersionFiles = Readonly<Record<string, unknown>>;

/** What stands in the row of a picture for one of its versions. */
export interface PictureVersion {
  /** `_wp_attached_file`. */
  readonly file: string;
  readonly metadata: StoredPicture;
  readonly backups: VersionFiles;
}

const first = 'orig';
const uploadedName = 'original_image';

/** The number in the name of an edited picture; null for a first version. */
const stampOf = (file: string): string | null => /-e(\d{10,})(?:-scaled|-rotated)*\.[^./]*$/.exec(file)?.[1] ?? null;

/** Whether there is a first version besides the one that is shown. */
export function hasFirstVersion({ file, backups }: Pick<StoredAttachment, 'file' | 'backups'>): boolean {
  const name = nameOf(backups, `full-${first}`);
  return name !== null && name !== baseNameOf(file);
}

/** The files that are known, with those that are shown now. */
export function withShown(attachment: StoredAttachment): VersionFiles {
  const { file, metadata } = attachment;
  const known = isRecord(attachment.backups) ? attachment.backups : {};
  const picture = readPicture(metadata);
  if (picture === null) return known;
  const version = nameOf(known, `full-${first}`) === null ? first : (stampOf(file) ?? first);
  const { width, height, sizes } = picture;
  const meta = isRecord(metadata) ? metadata['image_meta'] : undefined;
  const original = originalName(metadata);
  const shown: Record<string, unknown> = {
    [`full-${version}`]: { width, height, file: baseNameOf(file), ...(isRecord(meta) ? { image_meta: meta } : {}) },
    ...(original === null ? {} : { [`${uploadedName}-${version}`]: { file: original } }),
  };
  for (const [name, copy] of Object.entries(sizes)) shown[`${name}-${version}`] = copy;
  // What is known of a version stays as it was recorded first.
  return { ...shown, ...known };
}

/** The first version, to be shown again; null where there is none, or what is stored of it cannot be used. */
export function firstVersion(attachment: StoredAttachment): PictureVersion | null {
  if (!hasFirstVersion(attachment)) return null;
  const all = withShown(attachment);
  const full = all[`full-${first}`];
  const folder = folderOf(attachment.file);
  const file = inFolder(folder, nameOf(all, `full-${first}`) ?? '');
  if (!isRecord(full) || !isMediaPath(file)) return null;
  const sizes: Record<string, StoredCopy> = {};
  const others: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(all)) {
    if (!key.endsWith(`-${first}`)) others[key] = value;
    else if (!key.startsWith('full-') && !key.startsWith(`${uploadedName}-`))
      Object.assign(sizes, readSizes({ [key.slice(0, -first.length - 1)]: value }));
  }
  const metadata = { width: full['width'], height: full['height'], file, sizes };
  const picture = readPicture(metadata);
  if (picture === null) return null;
  const uploaded = nameOf(all, `${uploadedName}-${first}`);
  const meta = full['image_meta'];
  return {
    file,
    metadata: {
      ...picture,
      ...(isRecord(meta) ? { image_meta: meta } : {}),
      ...(uploaded === null ? {} : { original_image: uploaded }),
    },
    backups: others,
  };
}

/** The copies of stored values, read as those of a picture are. */
const readSizes = (sizes: Readonly<Record<string, unknown>>) =>
  readPicture({ width: 1, height: 1, file: 'x', sizes })?.sizes ?? {};

function nameOf(files: unknown, key: string): string | null {
  const entry = isRecord(files) ? files[key] : undefined;
  const name = isRecord(entry) ? entry['file'] : undefined;
  return typeof name === 'string' && isMediaPath(name) ? baseNameOf(name) : null;
}

/** The name of another version of a picture, without its extension: `photo-e1731950000000`. */
export function versionStem(file: string, stamp: number): string {
  const stem = baseNameOf(file).replace(/\.[^.]*$/, '');
  return `${stem.replace(/(?:-(?:scaled|rotated|e\d{10,}))+$/, '')}-e${stamp}`;
}
