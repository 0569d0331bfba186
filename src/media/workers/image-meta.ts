import ExifReader from 'exifreader';
import { plainText } from '../../text/plain-text.ts';
import { storePostText } from '../../text/sanitise/store-text.ts';

/** The metadata that cameras and editors write into a picture; numbers are strings, "0" where unknown. */
export interface ImageMeta {
  readonly aperture: string;
  readonly credit: string;
  readonly camera: string;
  readonly caption: string;
  readonly created_timestamp: string;
  readonly copyright: string;
  readonly focal_length: string;
  readonly iso: string;
  readonly shutter_speed: string;
  readonly title: string;
  readonly orientation: string;
  readonly keywords: readonly string[];
}

const nothing = Buffer.alloc(0);

/** Picture metadata is untrusted whatever the uploader's capabilities, since someone else may have written it. */
const untrusted = { unfiltered: false };

/** A description shorter than this is also used as the title. */
const titleLength = 80;

/** Reads a picture's EXIF and IPTC blocks. IPTC takes precedence, since an editor wrote it after the camera. */
export function readImageMeta(blocks: {
  readonly exif?: Buffer | undefined;
  readonly iptc?: Buffer | undefined;
}): ImageMeta {
  const exif = readExif(blocks.exif ?? nothing);
  const iptc = readIptc(blocks.iptc ?? nothing);
  return {
    aperture: decimal(round(exif.fNumber, 2)),
    credit: plainText(iptc.credit || iptc.byline || exif.artist || ''),
    camera: plainText(exif.model ?? ''),
    caption: storePostText(iptc.caption || exif.userComment || exif.description || '', untrusted),
    created_timestamp: String(timestamp(iptc.date, iptc.time) || timestamp(exif.digitized)),
    copyright: plainText(iptc.copyright || exif.copyright || ''),
    focal_length: decimal(exif.focalLength),
    iso: decimal(exif.iso),
    shutter_speed: decimal(exif.exposureTime),
    title: plainText(iptc.headline || iptc.title || short(iptc.caption) || short(exif.description)),
    orientation: decimal(exif.orientation),
    keywords: iptc.keywords.map(plainText),
  };
}

const altTextTag = 'Iptc4xmpCore:AltTextAccessibility';

/** The alternative text that was written into a picture, from its XMP block; empty where there is none. */
export function readAltText(xmp: Buffer = nothing): string {
  const block = xmp.subarray(0, maxBlockBytes).toString('utf8');
  const start = block.indexOf(`<${altTextTag}`);
  const end = start === -1 ? -1 : block.indexOf(`</${altTextTag}>`, start);
  if (end === -1) return '';
  // The text in the default language comes first.
  const [, text = ''] = /<rdf:li[^<>]*>([^<]*)<\/rdf:li>/.exec(block.slice(start, end)) ?? [];
  return plainText(
    text.replace(/&(amp|lt|gt|quot|apos);/g, (_, name: keyof typeof xmlCharacters) => xmlCharacters[name]),
  );
}

const xmlCharacters = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

function short(text = ''): string {
  return text.length < titleLength ? text : '';
}

function round(value: number | undefined, digits: number): number | undefined {
  return value === undefined ? undefined : Number(value.toFixed(digits));
}

/** Formats a number with fourteen significant digits, as databases of this layout store it. */
function decimal(value = 0): string {
  return String(Number(value.toPrecision(14)));
}

/** Unix time in seconds, reading the camera's clock as UTC; 0 for no date. */
function timestamp(date = '', time = ''): number {
  const digits = /^(\d{4}):?(\d\d):?(\d\d)(?: (\d\d):(\d\d):(\d\d))?$/.exec(date);
  if (digits === null) return 0;
  const clock = /^(\d\d)(\d\d)(\d\d)/.exec(time);
  const [year, month, day, hour, minute, second] = [
    ...digits.slice(1, 4),
    ...(clock ?? digits.slice(3)).slice(1, 4),
  ].map((part) => Number(part ?? 0));
  const ms = Date.UTC(year!, month! - 1, day!, hour, minute, second);
  return Number.isNaN(ms) || year === 0 ? 0 : ms / 1000;
}

/** The EXIF tags that are published; undefined where the block does not have them. */
export type ExifTags = ReturnType<typeof readExif>;

/** The IPTC fields that are published; `date` is `YYYYMMDD`, `time` is `HHMMSS±HHMM`. */
export type IptcFields = ReturnType<typeof readIptc>;

/** The largest block of a JPEG. Other formats allow more, which would take seconds to parse. */
const maxBlockBytes = 65_536;
const maxKeywords = 200;
/** Lenient: the standard allows 64. */
const maxKeywordBytes = 1000;

const exifNames = [
  ...['ImageDescription', 'Model', 'Orientation', 'Artist', 'Copyright', 'ExposureTime'],
  ...['FNumber', 'ISOSpeedRatings', 'DateTimeDigitized', 'UserComment', 'FocalLength'],
];

/** Reads the published tags of an EXIF block; what cannot be read is left out. */
export function readExif(block: Buffer) {
  // Without its prefix an EXIF block is a TIFF file, which the library can read.
  const tiff = block.toString('latin1', 0, 4) === 'Exif' ? block.subarray(6) : block;
  const tags = load(tiff, 'exif', exifNames);
  return {
    description: text(tags['ImageDescription']),
    model: text(tags['Model']),
    orientation: number(tags['Orientation']),
    artist: text(tags['Artist']),
    copyright: text(tags['Copyright']),
    exposureTime: number(tags['ExposureTime']),
    fNumber: number(tags['FNumber']),
    iso: number(tags['ISOSpeedRatings']),
    digitized: text(tags['DateTimeDigitized']),
    userComment: userComment(tags['UserComment'], tiff[0] === 0x49),
    focalLength: number(tags['FocalLength']),
  };
}

function userComment(tag: unknown, isLittleEndian: boolean): string | undefined {
  return bytes(tag, (given) => decodeUserComment(given, isLittleEndian)) ?? text(tag);
}

const iptcNames = [
  ...['Headline', 'Object Name', 'Caption/Abstract', 'Credit', 'By-line', 'Copyright Notice'],
  ...['Date Created', 'Time Created', 'Keywords'],
];

/** Reads the published fields of an IPTC block, bare or inside Photoshop resources; a broken block has none. */
export function readIptc(block: Buffer) {
  const fields = load(asJpeg(block), 'iptc', iptcNames);
  return {
    headline: bytes(fields['Headline']),
    title: bytes(fields['Object Name']),
    caption: bytes(fields['Caption/Abstract']),
    credit: bytes(fields['Credit']),
    byline: bytes([fields['By-line']].flat()[0]),
    copyright: bytes(fields['Copyright Notice']),
    date: bytes(fields['Date Created']),
    time: bytes(fields['Time Created']),
    keywords: [fields['Keywords'] ?? []]
      .flat()
      .slice(0, maxKeywords)
      .map((keyword) => bytes(keyword, (given) => decodeText(given, maxKeywordBytes)) ?? ''),
  };
}

/** The library reads IPTC fields only from complete pictures, so the block is wrapped in a minimal JPEG. */
function asJpeg(block: Buffer): Buffer {
  const resourcesAt = block.indexOf('8BIM');
  const resources = resourcesAt === -1 ? photoshopResource(block) : block.subarray(resourcesAt);
  const header = Buffer.from('\xff\xd8\xff\xed\0\0Photoshop 3.0\0', 'latin1');
  header.writeUInt16BE(Math.min(resources.length + 16, 0xffff), 4);
  return Buffer.concat([header, resources]);
}

function photoshopResource(records: Buffer): Buffer {
  const header = Buffer.from('8BIM\x04\x04\0\0\0\0\0\0', 'latin1');
  header.writeUInt32BE(records.length, 8);
  return Buffer.concat([header, records]);
}

/** The tags the library finds. Its own types are wrong for lists and numbers, so every value is checked. */
type Tags = Readonly<Record<string, unknown>>;

function load(picture: Buffer, group: 'exif' | 'iptc', names: string[]): Tags {
  try {
    const options = { expanded: true, computed: true, includeTags: { [group]: names } } as const;
    return { ...ExifReader.load(picture.subarray(0, maxBlockBytes), options)[group] };
  } catch {
    // It throws where it finds no tags of any kind.
    return {};
  }
}

/** A string that the library has decoded. It splits strings at zero bytes; only the part before the first counts. */
function text(tag: unknown): string | undefined {
  const value = isRecord(tag) ? tag['value'] : undefined;
  const first: unknown = Array.isArray(value) ? value[0] : undefined;
  // The library returns this for a string outside of the block.
  if (typeof first !== 'string' || first === '<faulty value>') return undefined;
  return decodeText(bytesOfText(first));
}

/** A string that the library returns as bytes. */
function bytes(tag: unknown, decode = (given: Uint8Array) => decodeText(given)): string | undefined {
  const value = isRecord(tag) ? tag['value'] : undefined;
  return Array.isArray(value) && value.every(isNumber) ? decode(Uint8Array.from(value)) : undefined;
}

/** The first number of a tag; fractions are divided. */
function number(tag: unknown): number | undefined {
  const computed = isRecord(tag) ? tag['computed'] : undefined;
  return [computed].flat().slice(0, 1).find(isNumber);
}

const isNumber = (value: unknown): value is number => typeof value === 'number';

const isRecord = (value: unknown): value is Tags => typeof value === 'object' && value !== null;

/** Limit for crafted files; no camera or editor writes a longer text. */
const maxTextBytes = 8192;

/** Decodes UTF-8, else Windows-1252: cameras use either without declaring it. */
export function decodeText(bytes: Uint8Array, maxBytes = maxTextBytes): string {
  let end = Math.min(bytes.length, maxBytes);
  // A character cut in half would make the text invalid UTF-8, and so be read as Windows-1252.
  if (end < bytes.length) while (end > maxBytes - 4 && (bytes[end]! & 0xc0) === 0x80) end -= 1;
  const text = bytes.subarray(0, end);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(text).trim();
  } catch {
    return new TextDecoder('windows-1252').decode(text).trim();
  }
}

/** The original bytes of a text that was decoded as UTF-8 or, where that failed, byte by byte. */
export function bytesOfText(text: string): Uint8Array {
  const isByteByByte = /[\x80-\x9f]/.test(text) && !/[^\0-\xff]/.test(text);
  return Buffer.from(text, isByteByByte ? 'latin1' : 'utf8');
}

/** Decodes an EXIF user comment, whose first eight bytes name its character set. */
export function decodeUserComment(bytes: Uint8Array, isLittleEndian: boolean): string {
  const charset = Buffer.from(bytes.subarray(0, 7)).toString('latin1');
  const text = bytes.subarray(8, 8 + maxTextBytes);
  if (charset !== 'UNICODE') return decodeText(untilZero(text));
  return new TextDecoder(isLittleEndian ? 'utf-16le' : 'utf-16be').decode(text).replace(/\0.*/s, '').trim();
}

function untilZero(bytes: Uint8Array): Uint8Array {
  const end = bytes.indexOf(0);
  return end === -1 ? bytes : bytes.subarray(0, end);
}
