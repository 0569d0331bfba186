/** The few tags of an EXIF block that are published, as they stand in it. */
export interface ExifTags {
  readonly description?: string;
  readonly model?: string;
  readonly orientation?: number;
  readonly artist?: string;
  readonly copyright?: string;
  readonly exposureTime?: number;
  readonly fNumber?: number;
  readonly iso?: number;
  readonly digitized?: string;
  readonly userComment?: string;
  readonly focalLength?: number;
}

const imageTags: Readonly<Record<number, keyof ExifTags>> = {
  270: 'description',
  272: 'model',
  274: 'orientation',
  315: 'artist',
  33432: 'copyright',
};
const photoTags: Readonly<Record<number, keyof ExifTags>> = {
  33434: 'exposureTime',
  33437: 'fNumber',
  34855: 'iso',
  36868: 'digitized',
  37510: 'userComment',
  37386: 'focalLength',
};
const PHOTO_BLOCK = 0x8769;

/** No camera writes a longer text or a longer list; a crafted file may. */
const MAX_TEXT_BYTES = 8192;
const MAX_ENTRIES = 1000;

/**
 * Reads the tags we publish and looks at nothing else. Two flat lists of entries, one value each: the work is bounded
 * by the number of entries, whatever a crafted block points at. What cannot be read is left out.
 */
export function readExif(block: Buffer): ExifTags {
  const tiff = block.subarray(0, 4).toString('latin1') === 'Exif' ? block.subarray(6) : block;
  const order = tiff.subarray(0, 4).toString('latin1');
  if (tiff.length < 8 || (order !== 'II*\0' && order !== 'MM\0*')) return {};
  const view = new TiffView(tiff, order.startsWith('I'));
  const tags: Record<string, string | number> = {};
  let photoBlock: number | undefined;
  for (const entry of view.entries(view.uint32(4))) {
    if (entry.tag === PHOTO_BLOCK) photoBlock = view.uint32(entry.at + 8);
    else assign(tags, imageTags[entry.tag], view.value(entry));
  }
  if (photoBlock !== undefined) {
    for (const entry of view.entries(photoBlock)) assign(tags, photoTags[entry.tag], view.value(entry));
  }
  return tags;
}

function assign(
  tags: Record<string, string | number>,
  name: keyof ExifTags | undefined,
  value: string | number | null,
) {
  if (name === undefined || value === null) return;
  const isText = typeof value === 'string';
  const wantsText = ['description', 'model', 'artist', 'copyright', 'digitized', 'userComment'].includes(name);
  if (isText === wantsText) tags[name] = value;
}

interface TiffEntry {
  readonly tag: number;
  readonly type: number;
  readonly count: number;
  /** Where the entry itself stands. */
  readonly at: number;
}

/** Bounds-checked reading of the TIFF structure EXIF is made of; outside its bytes everything is zero. */
class TiffView {
  readonly #bytes: Buffer;
  readonly #little: boolean;

  constructor(bytes: Buffer, little: boolean) {
    this.#bytes = bytes;
    this.#little = little;
  }

  uint16(at: number): number {
    if (at + 2 > this.#bytes.length) return 0;
    return this.#little ? this.#bytes.readUInt16LE(at) : this.#bytes.readUInt16BE(at);
  }

  uint32(at: number): number {
    if (at + 4 > this.#bytes.length) return 0;
    return this.#little ? this.#bytes.readUInt32LE(at) : this.#bytes.readUInt32BE(at);
  }

  *entries(start: number): Generator<TiffEntry> {
    const count = Math.min(this.uint16(start), MAX_ENTRIES);
    for (let index = 0; index < count; index += 1) {
      const at = start + 2 + index * 12;
      if (at + 12 > this.#bytes.length) return;
      yield { tag: this.uint16(at), type: this.uint16(at + 2), count: this.uint32(at + 4), at };
    }
  }

  /** The text of an entry, or its first number; null for what it does not hold. */
  value({ type, count, at }: TiffEntry): string | number | null {
    if (type === 2 || type === 7) return this.#text(count, count <= 4 ? at + 8 : this.uint32(at + 8), type === 7);
    if (type === 3) return this.uint16(at + 8);
    if (type === 4) return this.uint32(at + 8);
    if (type !== 5) return null;
    const from = this.uint32(at + 8);
    const divisor = this.uint32(from + 4);
    return divisor === 0 ? null : this.uint32(from) / divisor;
  }

  /** User comments name their character set in the first eight bytes. */
  #text(count: number, from: number, hasCharset: boolean): string {
    const bytes = this.#bytes.subarray(from, from + Math.min(count, MAX_TEXT_BYTES));
    const unicode = hasCharset && bytes.subarray(0, 7).toString('latin1') === 'UNICODE';
    const text = hasCharset ? bytes.subarray(8) : bytes;
    if (!unicode) return decodeText(untilZero(text));
    return new TextDecoder(this.#little ? 'utf-16le' : 'utf-16be').decode(text).replace(/\0.*/s, '').trim();
  }
}

function untilZero(bytes: Buffer): Buffer {
  const end = bytes.indexOf(0);
  return end === -1 ? bytes : bytes.subarray(0, end);
}

/** Cameras write UTF-8 or, older ones, Windows-1252; both without saying so. */
export function decodeText(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes).trim();
  } catch {
    return new TextDecoder('windows-1252').decode(bytes).trim();
  }
}
