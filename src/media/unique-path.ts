import { fileName, type SafeName } from './file-name.ts';
import type { FileStore } from './file-store.ts';
import { fileTypeOf } from './file-types.ts';
import { inFolder } from './media-path.ts';

/** Names that end like the name of a resized copy; such names belong to the copies. */
const looksDerived = /-(?:\d+x\d+|scaled|rotated)$/;

/** How many numbers are tried one by one before the search starts to leap. */
const STEPS = 16;

/**
 * Keeps a local file under the first free name: `photo.jpg`, else `photo-1.jpg` and so on. Two uploads at the same
 * moment never get the same name, since the store gives a name away only once. Returns the path.
 */
export async function keepUnderFreeName(
  store: FileStore,
  folder: string,
  name: Pick<SafeName, 'stem' | 'extension'>,
  localFile: string,
  mime: string,
): Promise<string> {
  const path = (number: number) =>
    inFolder(folder, fileName({ ...name, stem: number === 0 ? name.stem : `${name.stem}-${number}` }));
  const isTaken = async (number: number) => (await store.stat(path(number))) !== null;
  const isPicture = fileTypeOf(name.extension)?.mime.startsWith('image/') ?? false;
  let number = isPicture && looksDerived.test(name.stem) ? 1 : 0;
  for (;;) {
    number = await firstFree(number, isTaken);
    if (await store.keep(path(number), localFile, mime)) return path(number);
    number += 1;
  }
}

/** The next free number; past a few steps it doubles and halves, so that a thousand equal names cost ten looks. */
async function firstFree(start: number, isTaken: (number: number) => Promise<boolean>): Promise<number> {
  let number = start;
  for (let step = 0; step < STEPS; step += 1, number += 1) if (!(await isTaken(number))) return number;
  let stride = STEPS;
  while (await isTaken(number + stride)) stride *= 2;
  let [taken, free] = [number + Math.trunc(stride / 2), number + stride];
  if (!(await isTaken(taken))) [taken, free] = [number - 1, taken];
  while (free - taken > 1) {
    const middle = Math.trunc((taken + free) / 2);
    if (await isTaken(middle)) taken = middle;
    else free = middle;
  }
  return free;
}
