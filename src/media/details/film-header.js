import { open } from 'node:fs/promises';
import { readMp4Header } from './mp4-header.ts';

/** Enough bytes for every header that is read here. */
const headBytes = 65536;
/** Containers with all details at the start of the file. All others are parsed as MP4 boxes. */
const readers = [
  [/^RIFF.{4}AVI /s, readAvi],
  [/^FLV\x01/, readFlv],
  [/^\0\0\x01[\xb3\xba]/, readMpeg],
];
/** Reads the dimensions and duration of a video from its header, in a bounded number of small reads. */
export async function readFilmHeader(file) {
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
function readAvi(head) {
  if (head.length < 72 || head.toString('latin1', 24, 28) !== 'avih') return { fileformat: 'avi' };
  const frameMicroseconds = head.readUInt32LE(32);
  return {
    fileformat: 'avi',
    width: head.readUInt32LE(64),
    height: head.readUInt32LE(68),
    seconds: (frameMicroseconds * head.readUInt32LE(48)) / 1000000,
  };
}
/** FLV: the metadata at the start has named numbers. */
function readFlv(head) {
  const named = (name) => {
    const key = Buffer.concat([Buffer.from([0, name.length]), Buffer.from(name), Buffer.from([0])]);
    const at = head.indexOf(key);
    return at === -1 || at + key.length + 8 > head.length ? 0 : head.readDoubleBE(at + key.length);
  };
  return { fileformat: 'flv', width: named('width'), height: named('height'), seconds: named('duration') };
}
/** MPEG: width and height are twelve bits each after the sequence header code. */
function readMpeg(head) {
  const at = head.indexOf(Buffer.from([0, 0, 1, 0xb3]));
  if (at === -1 || at + 7 > head.length) return { fileformat: 'mpeg' };
  const measures = head.readUIntBE(at + 4, 3);
  return { fileformat: 'mpeg', width: measures >>> 12, height: measures & 0xfff };
}
/** Leaves out zero and implausible numbers; dimensions are left out unless both are valid. */
function present({ fileformat, width = 0, height = 0, seconds = 0 }) {
  const isMeasured = [width, height].every((side) => side >= 1 && side < 100000);
  return {
    ...(fileformat === undefined ? {} : { fileformat }),
    ...(isMeasured ? { width: Math.trunc(width), height: Math.trunc(height) } : {}),
    ...(seconds > 0 && seconds < 1e9 ? { seconds } : {}),
  };
}
