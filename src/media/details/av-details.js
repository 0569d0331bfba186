import { parseFile } from 'music-metadata';
import { plainText } from '../../text/plain-text.ts';
import { containerNames, waveCodec } from './av-containers.ts';
import { readFilmHeader } from './film-header.ts';

/** Longest tag that is accepted; real files have shorter ones. */
const maxTagLength = 1000;
/**
 * Reads the metadata of an audio or video file: length, rates, tags. Embedded pictures are skipped, embedded XML is not
 * parsed, and a file that cannot be read has no details beyond its size.
 */
export async function readAvDetails(file, mime, size) {
  const base = { filesize: size, mime_type: mime };
  const found = await parseFile(file, { skipCovers: true, duration: false }).catch(() => null);
  if (mime.startsWith('video/')) return { ...base, ...film(found, await readFilmHeader(file).catch(() => ({}))) };
  return found ? { ...sound(found), ...base, ...tags(found) } : base;
}
/** Bits per sample of a lossy decoder's output. */
const decodedBits = 16;
function sound({ format }) {
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
function film(found, header) {
  const names = found ? containerNames(found.format) : null;
  const picture = found?.format.trackInfo.find((one) => one.video)?.video;
  const made = Math.trunc((found?.format.creationTime?.getTime() ?? 0) / 1000);
  return present({
    ...length(header.seconds ?? found?.format.duration),
    width: header.width ?? picture?.pixelWidth,
    height: header.height ?? picture?.pixelHeight,
    fileformat: header.fileformat ?? names?.fileformat,
    dataformat: header.fileformat ?? names?.film,
    audio: found?.format.numberOfChannels ? present(track(names.sound, found.format)) : undefined,
    // An unknown time is stored as 0, which is the year 1904.
    created_timestamp: made > 0 ? made : undefined,
  });
}
const channelModes = { 1: 'mono', 2: 'stereo' };
/** The details of an audio track, alone or with a video. */
function track(dataformat, format) {
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
const codecNames = { 'MPEG-4/AAC': 'ISO/IEC 14496-3 AAC' };
/** `cbr` or `vbr` where the format implies it; MP3 can be either. */
function bitrateMode(fileformat, profile = '') {
  if (fileformat === 'wav') return 'cbr';
  if (fileformat === 'flac' || fileformat === 'ogg') return 'vbr';
  if (fileformat !== 'mp3' || profile === '') return undefined;
  return profile === 'CBR' ? 'cbr' : 'vbr';
}
function tags({ common }) {
  return present({
    title: common.title,
    artist: common.artist,
    album: common.album,
    genre: common.genre?.[0],
    year: common.year,
    track_number: common.track.no ?? undefined,
  });
}
function length(duration) {
  if (duration === undefined || !Number.isFinite(duration)) return {};
  const seconds = Math.round(duration);
  return { length: seconds, length_formatted: clock(seconds) };
}
/** `3:07`, or `1:02:07` from an hour on. */
function clock(seconds) {
  const two = (value) => String(value).padStart(2, '0');
  const [hours, minutes] = [Math.trunc(seconds / 3600), Math.trunc(seconds / 60) % 60];
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}
function present(members) {
  const known = {};
  for (const [name, value] of Object.entries(members)) {
    if (value !== undefined) known[name] = typeof value === 'string' ? plainText(value.slice(0, maxTagLength)) : value;
  }
  return known;
}
