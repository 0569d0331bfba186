import { plainText } from '../content/text/plain-text.ts';
import { storePostText } from '../content/text/store.ts';
import { type ExifTags, readExif } from './exif.ts';
import { type IptcFields, readIptc } from './iptc.ts';

/** What a camera and its owner wrote into a picture; numbers are text, and "0" where nothing is known. */
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

/** Whoever uploads a picture is not who wrote into it, so nothing in it is trusted, whatever the uploader may do. */
const stranger = { unfiltered: false };

/** A description shorter than this also serves as a title. */
const TITLE_LENGTH = 80;

/** Reads a picture's EXIF and IPTC blocks. IPTC wins, as it is what an editor wrote after the camera. */
export function readImageMeta(blocks: { readonly exif?: Buffer; readonly iptc?: Buffer }): ImageMeta {
  const exif: ExifTags = blocks.exif ? readExif(blocks.exif) : {};
  const iptc: IptcFields = blocks.iptc ? readIptc(blocks.iptc) : { keywords: [] };
  return {
    aperture: decimal(round(exif.fNumber, 2)),
    credit: plainText(iptc.credit || iptc.byline || exif.artist || ''),
    camera: plainText(exif.model ?? ''),
    caption: storePostText(iptc.caption || exif.userComment || exif.description || '', stranger),
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

function short(text = ''): string {
  return text.length < TITLE_LENGTH ? text : '';
}

function round(value: number | undefined, digits: number): number | undefined {
  return value === undefined ? undefined : Number(value.toFixed(digits));
}

/** Fourteen significant digits, which is what databases of this layout hold. */
function decimal(value = 0): string {
  return String(Number(value.toPrecision(14)));
}

/** Seconds since 1970, reading the clock of the camera as UTC; 0 for no date. */
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
