import { type TextSigner, textSigner } from '../../auth/signed-text.ts';
import type { Config } from '../../config/config.ts';
import type { MaybePromise } from '../../lib/maybe-promise.ts';
import { once } from '../../lib/once.ts';
import { type PictureOrder, parsePreset } from '../../rules/image-presets.ts';
import type { Store } from '../../storage/store.ts';
import { baseNameOf } from '../files/media-path.ts';
import type { ImageSize, ImageSizes } from '../image-sizes.ts';
import { isDecodable } from '../workers/image-processor.ts';
import { type AllowedOrder, orderQuery, readOrder, signedText, type TransformQuery } from './transform-order.ts';
import type { TransformSource } from './transform-source.ts';

/** Which resized pictures anybody may ask for, and the signatures of the others. */
export interface TransformRules {
  /** Widths that need no signature, in order. */
  readonly widths: readonly number[];
  /** Orders that need no signature, by name: they follow the sizes of the site. */
  readonly presets: (store?: Store) => Promise<Presets>;
  readonly signer: () => Promise<TextSigner>;
}

export type Presets = Readonly<Record<string, PictureOrder>>;

type PictureConfig = Pick<Config, 'imageWidths' | 'imagePresets'>;

/** Presets are the registered sizes and those of the configuration, which win. */
export function transformRules(
  { imageWidths, imagePresets }: PictureConfig,
  sizes: (store?: Store) => MaybePromise<ImageSizes>,
  store: Store,
): TransformRules {
  const configured = Object.entries(imagePresets).flatMap(([name, text]) => {
    const order = parsePreset(text);
    return order ? [[name, order] as const] : [];
  });
  return {
    widths: [...new Set(imageWidths.map(Number))].sort((one, other) => one - other),
    presets: async (inside) => {
      const registered = Object.entries(await sizes(inside)).map(([name, size]) => [name, orderOfSize(size)] as const);
      return Object.fromEntries([...registered, ...configured]);
    },
    signer: once(() => textSigner(store, 'resized pictures')),
  };
}

const orderOfSize = ({ width, height, crop }: ImageSize): PictureOrder => ({
  width: width || null,
  height: height || null,
  fit: crop ? 'cover' : 'inside',
  format: 'auto',
  quality: null,
});

/** Why an address is not followed. */
export interface OrderRefusal {
  readonly status: 400 | 403;
  readonly message: string;
}

/** The order of an address that may be followed: a preset, a public width, or parameters with a signature. */
export async function allowedOrder(
  id: number,
  query: TransformQuery,
  rules: TransformRules,
): Promise<AllowedOrder | OrderRefusal> {
  const { widths, signer } = rules;
  const { preset, ...free } = query.given;
  const order = readOrder(free);
  if (typeof order === 'string') return { status: 400, message: order };
  if (preset !== undefined) {
    const presets = await rules.presets();
    const known = Object.hasOwn(presets, preset) ? presets[preset] : undefined;
    if (!known)
      return {
        status: 400,
        message: `There is no preset of this name. There are: ${Object.keys(presets).join(', ')}.`,
      };
    const { format = null, ...others } = free;
    if (Object.keys(others).length > 0) return { status: 400, message: 'A preset may be sent with format only.' };
    return { ...known, focal: null, format: format === null ? known.format : order.format, isPublic: true };
  }
  const { w: _w, format: _format, ...more } = free;
  const isPublic = Object.keys(more).length === 0 && order.width !== null && widths.includes(order.width);
  if (isPublic || (await signer()).isSigned(signedText(id, query.given), query.signature))
    return { ...order, isPublic };
  const why =
    query.signature === '' ? 'These parameters need a signature.' : 'The signature does not match the parameters.';
  return {
    status: 403,
    message: `${why} Use one of the widths ${widths.join(', ')} alone (?w=${widths[0] ?? 640}), a preset (?preset=thumbnail), or an address that the server has signed: GET /wp-json/platen/v1/media/${id}/addresses gives it to those who may edit the file.`,
  };
}

/** The path of the resized pictures of a file, with its version: parameters are added to it. */
export function transformPath(source: Pick<TransformSource, 'id' | 'file' | 'version'>): string {
  return `${pathOf(source)}?v=${source.version}`;
}

const pathOf = ({ id, file }: Pick<TransformSource, 'id' | 'file'>): string =>
  `/media/${id}/${encodeURIComponent(baseNameOf(file))}`;

/**
 * The one address of an order among those that lead to the same picture: as the server and the helpers of front ends
 * write it, with or without a version. Null where its signature is of no use.
 */
export async function usualAddress(
  source: TransformSource,
  { given, version, signature }: TransformQuery,
  { signer }: Pick<TransformRules, 'signer'>,
): Promise<string | null> {
  const start = version === '' ? [] : [`v=${version}`];
  if (signature !== '') {
    const isSigned = (await signer()).isSigned(signedText(source.id, given), signature);
    return isSigned ? `${pathOf(source)}?${[...start, orderQuery(given), `s=${signature}`].join('&')}` : null;
  }
  // Nothing but these is followed without a signature.
  const named = (['preset', 'w', 'format'] as const).flatMap((name) => {
    const value = given[name];
    return value === undefined ? [] : [`${name}=${encodeURIComponent(value)}`];
  });
  return `${pathOf(source)}?${[...start, ...named].join('&')}`;
}

/** A path with parameters and their signature. */
export async function signedPath(
  source: TransformSource,
  given: TransformQuery['given'],
  { signer }: Pick<TransformRules, 'signer'>,
): Promise<string> {
  const signature = (await signer()).sign(signedText(source.id, given));
  return `${transformPath(source)}&${orderQuery(given)}&s=${signature}`;
}

/** An address that anybody may use with one of the widths. */
export interface OfferedWidths {
  /** With the version of the file; a width is added as `&w=640`. */
  readonly url: string;
  /** The public widths that the picture is large enough for, and the next one. */
  readonly widths: number[];
}

/** Addresses that anybody may use. */
export interface OfferedPictures extends OfferedWidths {
  /** Addresses of the presets, by name. */
  readonly presets: Record<string, string>;
}

function publicWidths(
  source: TransformSource,
  { widths }: Pick<TransformRules, 'widths'>,
  serverUrl: string,
): OfferedWidths {
  const enough = widths.findIndex((width) => width >= (source.dimensions?.width ?? Number.POSITIVE_INFINITY));
  return {
    url: serverUrl + transformPath(source),
    widths: enough < 0 ? [...widths] : widths.slice(0, enough + 1),
  };
}

/** What front ends choose from. */
export function publicPictures(
  source: TransformSource,
  rules: Pick<TransformRules, 'widths'>,
  presets: Presets,
  serverUrl: string,
): OfferedPictures {
  const offered = publicWidths(source, rules, serverUrl);
  const addresses = Object.keys(presets).map((name) => [name, `${offered.url}&preset=${encodeURIComponent(name)}`]);
  return { ...offered, presets: Object.fromEntries(addresses) };
}

/** Whether pictures are offered: not of files that are shown themselves, and not of GIFs, which would stand still. */
export function isOffered(source: TransformSource | null): source is TransformSource {
  return source !== null && isDecodable(source.mime) && source.mime !== 'image/gif';
}

/** What texts choose from; null where nothing is offered. */
export function offeredWidths(
  source: TransformSource | null,
  rules: Pick<TransformRules, 'widths'>,
  serverUrl: string,
): OfferedWidths | null {
  return isOffered(source) ? publicWidths(source, rules, serverUrl) : null;
}
