import { isRecord } from '../../text/json.ts';
import { attachmentFiles, type StoredAttachment } from '../attachment-files.ts';
import { readPicture, type StoredCopy, type StoredPicture } from '../attachment-metadata.ts';
import { type Dimensions, type ImageSizes, resizedDimensions } from '../image-sizes.ts';

/** Which copies of a picture are made again. */
export interface RenewalChoices {
  /** Sizes without a copy, those and the ones whose copy has other dimensions now, or all. */
  readonly which: 'absent' | 'missing' | 'all';
  /** Only sizes of these names; all where it is left out. */
  readonly only?: readonly string[];
  /** Whether copies leave the metadata that no size needs any more. */
  readonly dropsUnused?: boolean;
}

/** What is to be done with the copies of a picture. */
export interface RenewalPlan {
  /** The sizes to make a copy of. */
  readonly sizes: ImageSizes;
  /** Sizes that a copy of the same dimensions serves, which there is. */
  readonly twins: Readonly<Record<string, StoredCopy>>;
  /** Copies that stay as they are. */
  readonly kept: Readonly<Record<string, StoredCopy>>;
}

/** The sizes that a picture is large enough for and has no copy of, in the order of the sizes. */
export function missingSizes(metadata: unknown, sizes: ImageSizes): string[] {
  const picture = readPicture(metadata);
  if (picture === null) return [];
  return Object.entries(sizes).flatMap(([name, size]) =>
    !picture.sizes[name] && resizedDimensions(picture, size) !== null ? [name] : [],
  );
}

/**
 * Plans the copies of a picture.
 *
 * @param source the dimensions of the file that copies are made of
 */
export function planRenewal(
  picture: Pick<StoredPicture, 'sizes'>,
  source: Dimensions,
  sizes: ImageSizes,
  { which, only, dropsUnused = false }: RenewalChoices,
): RenewalPlan {
  const wanted = new Map<string, Dimensions>();
  const kept: Record<string, StoredCopy> = {};
  for (const [name, size] of Object.entries(sizes)) {
    const measure = resizedDimensions(source, size);
    const copy = picture.sizes[name];
    const isAsked = !only || only.includes(name);
    const isStale =
      !copy || which === 'all' || (which === 'missing' && measure !== null && !hasDimensions(copy, measure));
    if (isAsked && isStale && measure) wanted.set(name, measure);
    // A picture that became too small for a size has no copy of it; one that is not asked for stays.
    else if (copy && (measure || !isAsked || (which !== 'all' && !dropsUnused))) kept[name] = copy;
  }
  for (const [name, copy] of Object.entries(picture.sizes))
    if (!Object.hasOwn(sizes, name) && (!dropsUnused || (only && !only.includes(name)))) kept[name] = copy;
  const twins: Record<string, StoredCopy> = {};
  if (which !== 'all')
    for (const [name, measure] of wanted) {
      const twin = Object.values(kept).find((copy) => hasDimensions(copy, measure));
      if (twin) twins[name] = twin;
    }
  const made = Object.entries(sizes).filter(([name]) => wanted.has(name) && !twins[name]);
  return { sizes: Object.fromEntries(made), twins, kept };
}

/** Whether anything would change. */
export const changesAnything = ({ sizes, twins, kept }: RenewalPlan, picture: Pick<StoredPicture, 'sizes'>): boolean =>
  Object.keys(sizes).length > 0 ||
  Object.keys(twins).length > 0 ||
  Object.keys(kept).length !== Object.keys(picture.sizes).length;

/** A pixel of rounding is no other size. */
const hasDimensions = (copy: Dimensions, { width, height }: Dimensions): boolean =>
  Math.abs(copy.width - width) <= 1 && Math.abs(copy.height - height) <= 1;

/**
 * The files of earlier versions of a picture, with the copies that are not in its metadata any more: listed there, they go
 * when the attachment goes. Those that are in use again are not listed. Null where nothing changes.
 */
export function backupsAfter(
  { metadata, backups }: StoredAttachment,
  sizes: Readonly<Record<string, StoredCopy>>,
): Readonly<Record<string, unknown>> | null {
  const inUse = new Set(Object.values(sizes).map(({ file }) => file));
  const before = Object.entries(isRecord(backups) ? backups : {});
  const others = before.filter(
    ([key, backup]) => !isLeftover(key) || !isRecord(backup) || !inUse.has(`${backup['file']}`),
  );
  const left = Object.entries(readPicture(metadata)?.sizes ?? {}).filter(([, { file }]) => !inUse.has(file));
  if (left.length === 0 && others.length === before.length) return null;
  return {
    ...Object.fromEntries(others),
    ...Object.fromEntries(left.map(([name, copy]) => [`${name}-${copy.width}x${copy.height}`, copy])),
  };
}

/** Keys of image editors end in `orig` or in a number. */
const isLeftover = (key: string): boolean => /-\d+x\d+$/.test(key);

/** The copies that no size needs any more, as paths, and the list of earlier versions without them. */
export function leftoversOf(attachment: StoredAttachment): {
  readonly paths: readonly string[];
  readonly backups: Readonly<Record<string, unknown>>;
} {
  const { file, metadata, backups } = attachment;
  const entries = Object.entries(isRecord(backups) ? backups : {});
  const left = Object.fromEntries(entries.filter(([key]) => isLeftover(key)));
  const inUse = new Set(attachmentFiles({ file, metadata }));
  return {
    paths: attachmentFiles({ file, metadata: null, backups: left }).filter((path) => !inUse.has(path)),
    backups: Object.fromEntries(entries.filter(([key]) => !isLeftover(key))),
  };
}
