import { decodeText } from './exif.ts';

/** The IPTC fields that are published. */
export interface IptcFields {
  readonly headline?: string;
  readonly title?: string;
  readonly caption?: string;
  readonly credit?: string;
  readonly byline?: string;
  readonly copyright?: string;
  /** `YYYYMMDD` and `HHMMSS±HHMM`. */
  readonly date?: string;
  readonly time?: string;
  readonly keywords: readonly string[];
}

const names: Readonly<Record<number, Exclude<keyof IptcFields, 'keywords'>>> = {
  5: 'title',
  55: 'date',
  60: 'time',
  80: 'byline',
  105: 'headline',
  110: 'credit',
  116: 'copyright',
  120: 'caption',
};
const KEYWORD = 25;
const MAX_KEYWORDS = 200;

/** Reads the IPTC records of a picture, bare or inside a Photoshop block; broken ones end the reading. */
export function readIptc(block: Buffer): IptcFields {
  const records = photoshopResource(block) ?? block;
  const fields: Record<string, string> = {};
  const keywords: string[] = [];
  let at = 0;
  while (at + 5 <= records.length && records[at] === 0x1c) {
    const size = records.readUInt16BE(at + 3);
    // The highest bit announces an extended size, which no editor uses for these fields.
    if (size > 0x7fff) break;
    const value = records.subarray(at + 5, at + 5 + size);
    if (records[at + 1] === 2) {
      const name = names[records[at + 2]!];
      if (name !== undefined) fields[name] ??= decodeText(value);
      else if (records[at + 2] === KEYWORD && keywords.length < MAX_KEYWORDS) keywords.push(decodeText(value));
    }
    at += 5 + size;
  }
  return { ...fields, keywords };
}

const IPTC_RESOURCE = 0x0404;

/** Finds the IPTC resource: `8BIM`, an id, a padded name, a size, padded data. */
function photoshopResource(block: Buffer): Buffer | null {
  let at = block.indexOf('8BIM');
  while (at !== -1 && at + 12 <= block.length && block.toString('latin1', at, at + 4) === '8BIM') {
    const id = block.readUInt16BE(at + 4);
    const afterName = at + 6 + even(block[at + 6]! + 1);
    if (afterName + 4 > block.length) return null;
    const size = block.readUInt32BE(afterName);
    if (id === IPTC_RESOURCE) return block.subarray(afterName + 4, afterName + 4 + size);
    at = afterName + 4 + even(size);
  }
  return null;
}

const even = (length: number) => length + (length % 2);
