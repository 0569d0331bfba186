import type { IAudioMetadata } from 'music-metadata';
import { plainText } from '../content/text/plain-text.ts';
import type { Dimensions } from './image-sizes.ts';
import { mp4Dimensions } from './mp4-dimensions.ts';

/** What is published of a sound or film; members that the file does not tell are left out. */
export interface AvDetails {
  readonly [member: string]: string | number | boolean | AvDetails;
}

/** No tag of an honest file is longer. */
const MAX_TAG = 1000;

/**
 * Reads what a sound or film says of itself: length, rates, tags. Pictures inside are skipped, no embedded XML is
 * looked at, and a file that cannot be read simply has no details beyond its size.
 */
export async function readAvDetails(file: string, mime: string, size: number): Promise<AvDetails> {
  const { parseFile } = await import('music-metadata');
  const base = { filesize: size, mime_type: mime };
  try {
    const found = await withDeadline(parseFile(file, { skipCovers: true, duration: false }), DEADLINE_MS);
    if (!mime.startsWith('video/')) return { ...sound(found), ...base, ...tags(found) };
    return { ...base, ...film(found, await mp4Dimensions(file)) };
  } catch {
    return base;
  }
}

const DEADLINE_MS = 5_000;

function withDeadline<T>(work: Promise<T>, ms: number): Promise<T> {
  const { promise, resolve, reject } = Promise.withResolvers<T>();
  const timer = setTimeout(() => reject(new Error('The file takes too long to read.')), ms);
  work.then(resolve, reject).finally(() => clearTimeout(timer));
  return promise;
}

function sound({ format }: IAudioMetadata): AvDetails {
  return present({
    dataformat: format.container?.toLowerCase(),
    channels: format.numberOfChannels,
    sample_rate: format.sampleRate,
    bitrate: format.bitrate,
    bits_per_sample: format.bitsPerSample,
    codec: format.codec,
    lossless: format.lossless,
    ...length(format.duration),
  });
}

function film({ format }: IAudioMetadata, measured: Dimensions | null): AvDetails {
  const picture = format.trackInfo.find((track) => track.video)?.video;
  return present({
    ...length(format.duration),
    width: measured?.width ?? picture?.pixelWidth,
    height: measured?.height ?? picture?.pixelHeight,
    fileformat: format.container?.toLowerCase(),
    dataformat: format.container?.toLowerCase(),
    audio: present({ codec: format.codec, channels: format.numberOfChannels, sample_rate: format.sampleRate }),
  });
}

function tags({ common }: IAudioMetadata): AvDetails {
  return present({
    title: common.title,
    artist: common.artist,
    album: common.album,
    genre: common.genre?.[0],
    year: common.year,
    track_number: common.track.no ?? undefined,
  });
}

function length(duration: number | undefined): AvDetails {
  if (duration === undefined || !Number.isFinite(duration)) return {};
  const seconds = Math.round(duration);
  return { length: seconds, length_formatted: clock(seconds) };
}

/** `3:07`, or `1:02:07` from an hour on. */
function clock(seconds: number): string {
  const two = (value: number) => String(value).padStart(2, '0');
  const [hours, minutes] = [Math.trunc(seconds / 3600), Math.trunc(seconds / 60) % 60];
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}

function present(members: Readonly<Record<string, AvDetails[string] | undefined>>): AvDetails {
  const kept: Record<string, AvDetails[string]> = {};
  for (const [name, value] of Object.entries(members)) {
    if (value !== undefined) kept[name] = typeof value === 'string' ? plainText(value.slice(0, MAX_TAG)) : value;
  }
  return kept;
}
