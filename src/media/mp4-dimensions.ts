import { type FileHandle, open } from 'node:fs/promises';
import type { Dimensions } from './image-sizes.ts';

/** Boxes that hold others on the way to a track's header. */
const containers = new Set(['moov', 'trak']);

/** No honest film has more boxes above its tracks' contents. */
const MAX_BOXES = 500;

/** The size of the first track of an MP4 or QuickTime file that shows something; null where none can be read. */
export async function mp4Dimensions(file: string): Promise<Dimensions | null> {
  const handle = await open(file);
  try {
    const { size } = await handle.stat();
    return await findTrack(handle, size);
  } finally {
    await handle.close();
  }
}

/** Walks the boxes in order of the file, into containers and past all others, so a few reads suffice. */
async function findTrack(handle: FileHandle, end: number): Promise<Dimensions | null> {
  const header = Buffer.alloc(16);
  let at = 0;
  for (let boxes = 0; at + 8 <= end && boxes < MAX_BOXES; boxes += 1) {
    const { bytesRead } = await handle.read(header, 0, 16, at);
    if (bytesRead < 8) return null;
    const type = header.toString('latin1', 4, 8);
    const short = header.readUInt32BE(0);
    // 1 announces a long size after the type, 0 a box that goes on to the end of the file.
    const size = short === 1 ? Number(header.readBigUInt64BE(8)) : short === 0 ? end - at : short;
    if (size < 8) return null;
    if (type === 'tkhd') {
      const found = await readTrackHeader(handle, at + (short === 1 ? 16 : 8));
      if (found !== null) return found;
    }
    at += containers.has(type) ? (short === 1 ? 16 : 8) : size;
  }
  return null;
}

/** Width and height close the header, as numbers with sixteen bits behind the point; a sound has zeros there. */
async function readTrackHeader(handle: FileHandle, at: number): Promise<Dimensions | null> {
  const body = Buffer.alloc(96);
  const { bytesRead } = await handle.read(body, 0, 96, at);
  const place = body[0] === 1 ? 88 : 76;
  if (bytesRead < place + 8) return null;
  const [width, height] = [body.readUInt32BE(place) >>> 16, body.readUInt32BE(place + 4) >>> 16];
  return width > 0 && height > 0 ? { width, height } : null;
}
