import { type FileHandle, open } from 'node:fs/promises';
import type { Dimensions } from '../image-sizes.ts';

/** The details in a video file's header; unknown members are left out. */
export interface FilmHeader {
  readonly fileformat?: string;
  readonly width?: number;
  readonly height?: number;
  readonly seconds?: number;
}

/** Enough bytes for every header that is read here. */
const headBytes = 65_536;

/** Containers with all details at the start of the file. All others are parsed as MP4 boxes. */
const readers: readonly (readonly [RegExp, (head: Buffer) => FilmHeader])[] = [
  [/^RIFF.{4}AVI /s, readAvi],
  [/^FLV\x01/, readFlv],
  [/^\0\0\x01[\xb3\xba]/, readMpeg],
];

/** Reads the dimensions and duration of a video from its header, in a bounded number of small reads. */
export async function readFilmHeader(file: string): Promise<FilmHeader> {
  const handle = await open(file);
  try {
    const { bytesRead, buffer } = await handle.read(Buffer.alloc(headBytes), 0, headBytes, 0);
    const head = buffer.subarray(0, bytesRead);
    const start = head.toString('latin1', 0, 16);
    const reader = readers.find(([pattern]) => pattern.test(start))?.[1];
    return present(reader ? reader(head) : await readMp4Header(handle));
  } finally {
    await handle.close();
  }
}

/** AVI: the main header is the first chunk of the first list. */
function readAvi(head: Buffer): FilmHeader {
  if (head.length < 72 || head.toString('latin1', 24, 28) !== 'avih') return { fileformat: 'avi' };
  const frameMicroseconds = head.readUInt32LE(32);
  return {
    fileformat: 'avi',
    width: head.readUInt32LE(64),
    height: head.readUInt32LE(68),
    seconds: (frameMicroseconds * head.readUInt32LE(48)) / 1_000_000,
  };
}

/** FLV: the metadata at the start has named numbers. */
function readFlv(head: Buffer): FilmHeader {
  const named = (name: string) => {
    const key = Buffer.concat([Buffer.from([0, name.length]), Buffer.from(name), Buffer.from([0])]);
    const at = head.indexOf(key);
    return at === -1 || at + key.length + 8 > head.length ? 0 : head.readDoubleBE(at + key.length);
  };
  return { fileformat: 'flv', width: named('width'), height: named('height'), seconds: named('duration') };
}

/** MPEG: width and height are twelve bits each after the sequence header code. */
function readMpeg(head: Buffer): FilmHeader {
  const at = head.indexOf(Buffer.from([0, 0, 1, 0xb3]));
  if (at === -1 || at + 7 > head.length) return { fileformat: 'mpeg' };
  const measures = head.readUIntBE(at + 4, 3);
  return { fileformat: 'mpeg', width: measures >>> 12, height: measures & 0xfff };
}

/** Leaves out zero and implausible numbers; dimensions are left out unless both are valid. */
function present({ fileformat, width = 0, height = 0, seconds = 0 }: FilmHeader): FilmHeader {
  const isMeasured = [width, height].every((side) => side >= 1 && side < 100_000);
  return {
    ...(fileformat === undefined ? {} : { fileformat }),
    ...(isMeasured ? { width: Math.trunc(width), height: Math.trunc(height) } : {}),
    ...(seconds > 0 && seconds < 1e9 ? { seconds } : {}),
  };
}

/** Boxes that contain the boxes to be read. */
const containers = new Set(['moov', 'trak']);

/** Limit for crafted files; real files have far fewer boxes at these levels. */
const maxBoxes = 500;

/** Details of an MP4 or QuickTime file: its duration, and the dimensions of the first video track. */
export interface Mp4Header extends Partial<Dimensions> {
  readonly seconds?: number;
}

/** Walks the boxes in file order, enters containers and skips all others, so a few reads suffice. */
export async function readMp4Header(handle: FileHandle): Promise<Mp4Header> {
  const { size: end } = await handle.stat();
  const header = Buffer.alloc(16);
  let length: Mp4Header = {};
  let at = 0;
  for (let boxes = 0; at + 8 <= end && boxes < maxBoxes; boxes += 1) {
    const { bytesRead } = await handle.read(header, 0, 16, at);
    if (bytesRead < 8) break;
    const type = header.toString('latin1', 4, 8);
    const short = header.readUInt32BE(0);
    // 1 means that a 64-bit size follows the type, 0 that the box extends to the end of the file.
    const size = short === 1 ? Number(header.readBigUInt64BE(8)) : short === 0 ? end - at : short;
    if (size < 8) break;
    const body = at + (short === 1 ? 16 : 8);
    if (type === 'mvhd') length = await readMovieHeader(handle, body);
    if (type === 'tkhd') {
      const found = await readTrackHeader(handle, body);
      if (found !== null) return { ...length, ...found };
    }
    at = containers.has(type) ? body : at + size;
  }
  return length;
}

/** Reads the time scale and the duration in its units; their offsets differ in the 64-bit version of the box. */
async function readMovieHeader(handle: FileHandle, at: number): Promise<Mp4Header> {
  const body = Buffer.alloc(32);
  const { bytesRead } = await handle.read(body, 0, 32, at);
  const isLong = body[0] === 1;
  if (bytesRead < (isLong ? 32 : 20)) return {};
  const rate = body.readUInt32BE(isLong ? 20 : 12);
  const ticks = isLong ? Number(body.readBigUInt64BE(24)) : body.readUInt32BE(16);
  return rate > 0 ? { seconds: ticks / rate } : {};
}

/** Reads width and height, the last fields, as 16.16 fixed-point numbers; audio tracks have zeros there. */
async function readTrackHeader(handle: FileHandle, at: number): Promise<Dimensions | null> {
  const body = Buffer.alloc(96);
  const { bytesRead } = await handle.read(body, 0, 96, at);
  const sizeAt = body[0] === 1 ? 88 : 76;
  if (bytesRead < sizeAt + 8) return null;
  const [width, height] = [body.readUInt32BE(sizeAt) >>> 16, body.readUInt32BE(sizeAt + 4) >>> 16];
  return width > 0 && height > 0 ? { width, height } : null;
}
