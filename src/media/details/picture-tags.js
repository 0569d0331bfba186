import ExifReader from 'exifreader';
import { bytesOfText, decodeText, decodeUserComment } from './tag-text.ts';

/** The largest block of a JPEG. Other formats allow more, which would take seconds to parse. */
const maxBlockBytes = 65536;
const maxKeywords = 200;
/** Lenient: the standard allows 64. */
const maxKeywordBytes = 1000;
const exifNames = [
  ...['ImageDescription', 'Model', 'Orientation', 'Artist', 'Copyright', 'ExposureTime'],
  ...['FNumber', 'ISOSpeedRatings', 'DateTimeDigitized', 'UserComment', 'FocalLength'],
];
/** Reads the published tags of an EXIF block; what cannot be read is left out. */
export function readExif(block) {
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
function userComment(tag, isLittleEndian) {
  return bytes(tag, (given) => decodeUserComment(given, isLittleEndian)) ?? text(tag);
}
const iptcNames = [
  ...['Headline', 'Object Name', 'Caption/Abstract', 'Credit', 'By-line', 'Copyright Notice'],
  ...['Date Created', 'Time Created', 'Keywords'],
];
/** Reads the published fields of an IPTC block, bare or inside Photoshop resources; a broken block has none. */
export function readIptc(block) {
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
function asJpeg(block) {
  const resourcesAt = block.indexOf('8BIM');
  const resources = resourcesAt === -1 ? photoshopResource(block) : block.subarray(resourcesAt);
  const header = Buffer.from('\xff\xd8\xff\xed\0\0Photoshop 3.0\0', 'latin1');
  header.writeUInt16BE(Math.min(resources.length + 16, 0xffff), 4);
  return Buffer.concat([header, resources]);
}
function photoshopResource(records) {
  const header = Buffer.from('8BIM\x04\x04\0\0\0\0\0\0', 'latin1');
  header.writeUInt32BE(records.length, 8);
  return Buffer.concat([header, records]);
}
function load(picture, group, names) {
  try {
    const options = { expanded: true, computed: true, includeTags: { [group]: names } };
    return { ...ExifReader.load(picture.subarray(0, maxBlockBytes), options)[group] };
  } catch {
    // It throws where it finds no tags of any kind.
    return {};
  }
}
/** A string that the library has decoded. It splits strings at zero bytes; only the part before the first counts. */
function text(tag) {
  const value = isRecord(tag) ? tag['value'] : undefined;
  const first = Array.isArray(value) ? value[0] : undefined;
  // The library returns this for a string outside of the block.
  if (typeof first !== 'string' || first === '<faulty value>') return undefined;
  return decodeText(bytesOfText(first));
}
/** A string that the library returns as bytes. */
function bytes(tag, decode = (given) => decodeText(given)) {
  const value = isRecord(tag) ? tag['value'] : undefined;
  return Array.isArray(value) && value.every(isNumber) ? decode(Uint8Array.from(value)) : undefined;
}
/** The first number of a tag; fractions are divided. */
function number(tag) {
  const computed = isRecord(tag) ? tag['computed'] : undefined;
  return [computed].flat().slice(0, 1).find(isNumber);
}
const isNumber = (value) => typeof value === 'number';
const isRecord = (value) => typeof value === 'object' && value !== null;
