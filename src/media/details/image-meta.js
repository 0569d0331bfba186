import { plainText } from '../../text/plain-text.ts';
import { storePostText } from '../../text/store-text.ts';
import { readExif, readIptc } from './picture-tags.ts';

const nothing = Buffer.alloc(0);
/** Picture metadata is untrusted whatever the uploader's capabilities, since someone else may have written it. */
const untrusted = { unfiltered: false };
/** A description shorter than this is also used as the title. */
const titleLength = 80;
/** Reads a picture's EXIF and IPTC blocks. IPTC takes precedence, since an editor wrote it after the camera. */
export function readImageMeta(blocks) {
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
function short(text = '') {
  return text.length < titleLength ? text : '';
}
function round(value, digits) {
  return value === undefined ? undefined : Number(value.toFixed(digits));
}
/** Formats a number with fourteen significant digits, as databases of this layout store it. */
function decimal(value = 0) {
  return String(Number(value.toPrecision(14)));
}
/** Unix time in seconds, reading the camera's clock as UTC; 0 for no date. */
function timestamp(date = '', time = '') {
  const digits = /^(\d{4}):?(\d\d):?(\d\d)(?: (\d\d):(\d\d):(\d\d))?$/.exec(date);
  if (digits === null) return 0;
  const clock = /^(\d\d)(\d\d)(\d\d)/.exec(time);
  const [year, month, day, hour, minute, second] = [
    ...digits.slice(1, 4),
    ...(clock ?? digits.slice(3)).slice(1, 4),
  ].map((part) => Number(part ?? 0));
  const ms = Date.UTC(year, month - 1, day, hour, minute, second);
  return Number.isNaN(ms) || year === 0 ? 0 : ms / 1000;
}
