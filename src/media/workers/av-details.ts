import { type IAudioMetadata, type IFormat, parseFile } from 'music-metadata';
import { plainText } from '../../text/plain-text.ts';
import { type FilmHeader, readFilmHeader } from './film-header.ts';

/** The published details of an audio or video file; unknown members are left out. */
export interface AvDetails {
  readonly [member: string]: string | number | boolean | AvDetails;
}

/** Longest tag that is accepted; real files have shorter ones. */
const maxTagLength = 1000;

/**
 * Reads the metadata of an audio or video file: length, rates, tags. Embedded pictures are skipped, embedded XML is not
 * parsed, and a file that cannot be read has no details beyond its size.
 */
export async function readAvDetails(file: string, mime: string, size: number): Promise<AvDetails> {
  const base = { filesize: size, mime_type: mime };
  const found = await parseFile(file, { skipCovers: true, duration: false }).catch(() => null);
  if (mime.startsWith('video/')) return { ...base, ...film(found, await readFilmHeader(file).catch(() => ({}))) };
  return found ? { ...sound(found), ...base, ...tags(found) } : base;
}

/** Bits per sample of a lossy decoder's output. */
const decodedBits = 16;

function sound({ format }: IAudioMetadata): AvDetails {
  const { fileformat, sound: dataformat } = containerNames(format);
  const { numberOfChannels: channels, sampleRate, bitrate, bitsPerSample = decodedBits } = format;
  const whole = (channels ?? 0) * (sampleRate ?? 0) * bitsPerSample;
  return present({
    fileformat,
    ...track(dataformat, format),
    bitrate,
    bitrate_mode: bitrateMode(fileformat, format.codecProfile),
    compression_ratio: bitrate && whole > 0 ? bitrate / whole : undefined,
    ...(fileformat === 'wav' ? waveCodec(format.codec) : {}),
    ...length(format.duration),
  });
}

/** The header's values take precedence over those of the audio parser, which may have found nothing. */
function film(found: IAudioMetadata | null, header: FilmHeader): AvDetails {
  const names = found ? containerNames(found.format) : null;
  const picture = found?.format.trackInfo.find((one) => one.video)?.video;
  const made = Math.trunc((found?.format.creationTime?.getTime() ?? 0) / 1000);
  return present({
    ...length(header.seconds ?? found?.format.duration),
    width: header.width ?? picture?.pixelWidth,
    height: header.height ?? picture?.pixelHeight,
    fileformat: header.fileformat ?? names?.fileformat,
    dataformat: header.fileformat ?? names?.film,
    audio: found?.format.numberOfChannels ? present(track(names!.sound, found.format)) : undefined,
    // An unknown time is stored as 0, which is the year 1904.
    created_timestamp: made > 0 ? made : undefined,
  });
}

const channelModes: Readonly<Record<number, string>> = { 1: 'mono', 2: 'stereo' };

/** The details of an audio track, alone or with a video. */
function track(dataformat: string, format: IFormat): Members {
  return {
    dataformat,
    channels: format.numberOfChannels,
    channelmode: channelModes[format.numberOfChannels ?? 0],
    sample_rate: format.sampleRate,
    bits_per_sample: format.bitsPerSample,
    codec: codecNames[format.codec ?? ''] ?? format.codec,
    lossless: format.lossless,
  };
}

const codecNames: Readonly<Record<string, string>> = { 'MPEG-4/AAC': 'ISO/IEC 14496-3 AAC' };

/** `cbr` or `vbr` where the format implies it; MP3 can be either. */
function bitrateMode(fileformat: string, profile = ''): string | undefined {
  if (fileformat === 'wav') return 'cbr';
  if (fileformat === 'flac' || fileformat === 'ogg') return 'vbr';
  if (fileformat !== 'mp3' || profile === '') return undefined;
  return profile === 'CBR' ? 'cbr' : 'vbr';
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

type Members = Readonly<Record<string, AvDetails[string] | undefined>>;

function present(members: Members): AvDetails {
  const known: Record<string, AvDetails[string]> = {};
  for (const [name, value] of Object.entries(members)) {
    // A damaged header makes the parser return null, whatever its types say, or divide by zero.
    const isUnknown = value === undefined || value === null || (typeof value === 'number' && !Number.isFinite(value));
    if (isUnknown) continue;
    known[name] = typeof value === 'string' ? plainText(value.slice(0, maxTagLength)) : value;
  }
  return known;
}

/** The published names of a container format and its tracks. */
export interface ContainerNames {
  readonly fileformat: string;
  /** `dataformat` of its audio track. */
  readonly sound: string;
  /** `dataformat` of its video track. */
  readonly film: string;
}

type Names = Partial<ContainerNames> & Pick<ContainerNames, 'fileformat'>;

/** Names by the parser's container name; a name missing here is derived from the codec, or else from the container. */
const containers: readonly (readonly [RegExp, Names])[] = [
  [/^WAVE/i, { fileformat: 'wav', sound: 'wav' }],
  [/^MPEG$/i, { fileformat: 'mp3' }],
  [/^ADTS/i, { fileformat: 'aac', sound: 'aac' }],
  [/^FLAC/i, { fileformat: 'flac', sound: 'flac' }],
  [/^Ogg/i, { fileformat: 'ogg' }],
  [/^EBML\/webm/i, { fileformat: 'webm' }],
  [/^EBML/i, { fileformat: 'matroska' }],
  [/^ASF/i, { fileformat: 'asf', sound: 'wma', film: 'wmv' }],
  // Brands of ISO base media files; the first brand identifies the format.
  [/^qt\b/i, { fileformat: 'quicktime', sound: 'mp4', film: 'quicktime' }],
  [/^(?:M4|mp4|iso|avc|dash|3g|f4|mmp|MSNV)/i, { fileformat: 'mp4', sound: 'mp4', film: 'quicktime' }],
];

/** The published names of a container; an unknown container keeps the parser's name. */
export function containerNames({ container = '', codec, trackInfo }: IFormat): ContainerNames {
  const found = containers.find(([pattern]) => pattern.test(container))?.[1] ?? { fileformat: container.toLowerCase() };
  const picture = trackInfo.find((track) => track.video)?.codecName;
  const { fileformat, sound = shortName(codec), film = shortName(picture) } = found;
  return { fileformat, sound: sound ?? fileformat, film: film ?? fileformat };
}

/** `MPEG 1 Layer 3` is `mp3`, `Vorbis I` is `vorbis`, `V_VP9` is `vp9`. */
function shortName(codec: string | undefined): string | undefined {
  const layer = /^MPEG.* Layer (\d)/i.exec(codec ?? '')?.[1];
  if (layer !== undefined) return `mp${layer}`;
  return codec
    ?.toLowerCase()
    .replace(/^[av]_/, '')
    .split(/[\s/]/)[0];
}

/** Codecs of WAVE files by their format tag (RFC 2361). */
const waveCodecs: Readonly<Record<number, { readonly reader: string; readonly name: string }>> = {
  1: { reader: 'PCM', name: 'Pulse Code Modulation (PCM)' },
  2: { reader: 'ADPCM', name: 'Microsoft ADPCM' },
  3: { reader: 'IEEE_FLOAT', name: 'IEEE Float' },
  6: { reader: 'non-PCM (6)', name: 'ITU G.711 a-law' },
  7: { reader: 'non-PCM (7)', name: 'ITU G.711 u-law' },
  17: { reader: 'non-PCM (17)', name: 'IMA ADPCM' },
  85: { reader: 'non-PCM (85)', name: 'MPEG Layer 3' },
};

/** The format tag and the name of a WAVE file's codec, where known. */
export function waveCodec(codec: string | undefined): { wformattag?: number; codec?: string } {
  const row = Object.entries(waveCodecs).find(([, { reader }]) => reader === codec);
  if (row !== undefined) return { wformattag: Number(row[0]), codec: row[1].name };
  const number = /^non-PCM \((\d+)\)$/.exec(codec ?? '')?.[1];
  if (number !== undefined) return { wformattag: Number(number) };
  return codec === undefined ? {} : { codec };
}
