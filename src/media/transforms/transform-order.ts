import {
  longestPictureSide,
  type PictureFit,
  type PictureFormat,
  type PictureOrder,
  parseQuality,
  parseSide,
  pictureFits,
  pictureFormats,
} from '../../rules/image-presets.ts';
import { type FocalPoint, parseFocalPoint } from '../focal-point.ts';

/** A resized picture as an address asks for it. */
export interface TransformOrder extends PictureOrder {
  /** What a cut keeps in view; null for the focal point of the picture. */
  readonly focal: FocalPoint | null;
}

/** An order that may be followed. */
export interface AllowedOrder extends TransformOrder {
  /** Whether anybody may ask for it; else it was signed. */
  readonly isPublic: boolean;
}

/** What the query of an address says. */
export interface TransformQuery {
  /** The parameters that decide what is made, by name; `preset` stands for others. */
  readonly given: Readonly<Partial<Record<OrderName, string>>>;
  /** The version of the file that the address was made for; empty for none. */
  readonly version: string;
  /** Empty for none. */
  readonly signature: string;
}

const orderNames = ['fit', 'focal', 'format', 'h', 'preset', 'q', 'w'] as const;
type OrderName = (typeof orderNames)[number];
const otherNames = ['s', 'v'] as const;

/** The query of an address; null where it names none of the parameters, a text where it names one of them twice. */
export function readQuery(search: string): TransformQuery | string | null {
  const sent = new URLSearchParams(search);
  const twice = [...orderNames, ...otherNames].find((name) => sent.getAll(name).length > 1);
  if (twice) return `The parameter ${twice} may be sent once.`;
  const given = Object.fromEntries(
    orderNames.flatMap((name) => (sent.has(name) ? [[name, sent.get(name) ?? '']] : [])),
  );
  if (Object.keys(given).length === 0) return null;
  return { given, version: sent.get('v') ?? '', signature: sent.get('s') ?? '' };
}

/** The text that a signature is over: the same for every order of the parameters. */
export function signedText(id: number, given: TransformQuery['given']): string {
  return `${id} ${orderQuery(given)}`;
}

/** The parameters as a query, in one order. */
export function orderQuery(given: TransformQuery['given']): string {
  const pairs = orderNames.flatMap((name): [string, string][] => {
    const value = given[name];
    return value === undefined ? [] : [[name, value]];
  });
  return String(new URLSearchParams(pairs));
}

/** The order that parameters make, `preset` aside; a text where one of them is out of its bounds. */
export function readOrder(given: TransformQuery['given']): TransformOrder | string {
  const [width, height] = [parseSide(given.w ?? ''), parseSide(given.h ?? '')];
  if (width === undefined || given.w === '') return outOfBounds('w');
  if (height === undefined || given.h === '') return outOfBounds('h');
  const fit = oneOf<PictureFit>(given.fit, pictureFits, width && height ? 'cover' : 'inside');
  if (!fit) return `fit must be one of ${pictureFits.join(', ')}.`;
  const format = oneOf<PictureFormat>(given.format, pictureFormats, 'auto');
  if (!format) return `format must be one of ${pictureFormats.join(', ')}.`;
  const quality = given.q === undefined ? null : parseQuality(given.q);
  if (quality === undefined) return 'q must be a whole number from 1 to 100.';
  const focal = given.focal === undefined ? null : parseFocalPoint(given.focal);
  if (given.focal !== undefined && !focal) return 'focal must be two fractions from 0 to 1, such as 0.25,0.75.';
  return { width, height, fit, format, quality, focal };
}

const outOfBounds = (name: string): string => `${name} must be a whole number from 1 to ${longestPictureSide}.`;

function oneOf<Word extends string>(sent: string | undefined, known: readonly Word[], usual: Word): Word | undefined {
  return sent === undefined ? usual : known.find((word) => word === sent);
}
