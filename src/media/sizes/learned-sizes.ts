import { isSizeName, mostSizePixels, ownSizeNames } from '../../rules/image-size-declaration.ts';
import { everything } from '../../rules/visibility.ts';
import type { Store } from '../../storage/store.ts';
import { isRecord } from '../../text/json.ts';
import { attachmentMetaKeys as keys, readPicture, readStoredValue } from '../attachment-metadata.ts';
import { type DeducedSize, deduceSize, type SizeSample } from './deduce-size.ts';

/** What was learned from the copies that pictures have. */
export interface LearnedSizes {
  readonly sizes: Readonly<Record<string, DeducedSize>>;
  /** Names of sizes that are not made any more. */
  readonly off: readonly string[];
  /** Sizes that were declared here once: their copies were made by this program, so that nothing is learned of them. */
  readonly declared: readonly string[];
}

/** The option that they are stored in, as JSON. */
export const learnedSizesOption = 'platen_image_sizes';

/** So many pictures are looked at, the newest: the cost does not grow with the site. */
export const mostPictures = 60;
/** Each size is made of every upload. */
const mostLearned = 40;

export function parseLearned(text: string | null): LearnedSizes {
  const stored = parsed(text);
  const sizes = Object.entries(isRecord(stored['sizes']) ? stored['sizes'] : {}).flatMap(([name, size]) => {
    const read = isLearnable(name) ? readSize(size) : null;
    return read ? [[name, read] as const] : [];
  });
  return {
    sizes: Object.fromEntries(sizes.slice(0, mostLearned)),
    off: textsIn(stored['off']),
    declared: textsIn(stored['declared']),
  };
}

/** Looks at the newest pictures, and stores what they show that was not known. */
export async function learnSizes(store: Store, declared: readonly string[]): Promise<void> {
  const samples = await newestSamples(store);
  await store.options.change(learnedSizesOption, (text) => {
    const before = parseLearned(text);
    const after = withSamples({ ...before, declared: [...new Set([...before.declared, ...declared])] }, samples);
    return JSON.stringify(after) === JSON.stringify(before) ? text : JSON.stringify(after);
  });
}

/** Lets a learned size be made from now on, or no longer; false where none of this name was learned. */
export async function switchLearned(store: Store, name: string, isOn: boolean): Promise<boolean> {
  let isKnown = false;
  await store.options.change(learnedSizesOption, (text) => {
    const before = parseLearned(text);
    isKnown = Object.hasOwn(before.sizes, name);
    const others = before.off.filter((one) => one !== name);
    const isOff = before.off.includes(name);
    if (!isKnown || isOff !== isOn) return text;
    return JSON.stringify({ ...before, off: isOn ? others : [...others, name] });
  });
  return isKnown;
}

function withSamples(known: LearnedSizes, samples: ReadonlyMap<string, readonly SizeSample[]>): LearnedSizes {
  const sizes = { ...known.sizes };
  for (const [name, found] of samples) {
    if (!isLearnable(name) || known.declared.includes(name)) continue;
    const before = Object.hasOwn(sizes, name) ? sizes[name] : undefined;
    if (!before && Object.keys(sizes).length >= mostLearned) continue;
    const deduced = deduceSize(found, before?.isCertain === false);
    if (deduced && (!before || deduced.isCertain)) sizes[name] = deduced;
  }
  return { ...known, sizes };
}

/** The copies of the newest pictures by the names of their sizes, newest first. */
async function newestSamples(store: Store): Promise<Map<string, SizeSample[]>> {
  const pictures = await store.posts.find(
    { types: ['attachment'], visibility: everything, mimeTypes: ['image/*'] },
    { by: 'id', direction: 'desc' },
    { limit: mostPictures, offset: 0 },
    ['id'],
  );
  const ids = pictures.map(({ id }) => id);
  const meta = ids.length > 0 ? await store.meta.of('post', ids, [keys.metadata]) : new Map();
  const samples = new Map<string, SizeSample[]>();
  for (const id of ids) {
    const picture = readPicture(readStoredValue(meta.get(id)?.[0]?.value ?? ''));
    if (!picture) continue;
    for (const [name, { width, height }] of Object.entries(picture.sizes)) {
      const sample = { original: { width: picture.width, height: picture.height }, copy: { width, height } };
      samples.set(name, [...(samples.get(name) ?? []), sample]);
    }
  }
  return samples;
}

const isLearnable = (name: string): boolean => isSizeName(name) && !ownSizeNames.includes(name);

function readSize(size: unknown): DeducedSize | null {
  if (!isRecord(size)) return null;
  const { width, height, crop, isCertain } = size;
  if (!isLength(width) || !isLength(height) || (width === 0 && height === 0)) return null;
  return { width, height, crop: crop === true, isCertain: isCertain === true };
}

const isLength = (value: unknown): value is number =>
  typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= mostSizePixels;

function parsed(text: string | null): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text ?? '{}');
    return isRecord(value) ? value : {};
  } catch {
    return {};
  }
}

const textsIn = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((one): one is string => typeof one === 'string') : [];
