/** Boxes that contain the boxes to be read. */
const containers = new Set(['moov', 'trak']);
/** Limit for crafted files; real files have far fewer boxes at these levels. */
const maxBoxes = 500;
/** Walks the boxes in file order, enters containers and skips all others, so a few reads suffice. */
export async function readMp4Header(handle) {
  const { size: end } = await handle.stat();
  const header = Buffer.alloc(16);
  let length = {};
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
async function readMovieHeader(handle, at) {
  const body = Buffer.alloc(32);
  const { bytesRead } = await handle.read(body, 0, 32, at);
  const isLong = body[0] === 1;
  if (bytesRead < (isLong ? 32 : 20)) return {};
  const rate = body.readUInt32BE(isLong ? 20 : 12);
  const ticks = isLong ? Number(body.readBigUInt64BE(24)) : body.readUInt32BE(16);
  return rate > 0 ? { seconds: ticks / rate } : {};
}
/** Reads width and height, the last fields, as 16.16 fixed-point numbers; audio tracks have zeros there. */
async function readTrackHeader(handle, at) {
  const body = Buffer.alloc(96);
  const { bytesRead } = await handle.read(body, 0, 96, at);
  const sizeAt = body[0] === 1 ? 88 : 76;
  if (bytesRead < sizeAt + 8) return null;
  const [width, height] = [body.readUInt32BE(sizeAt) >>> 16, body.readUInt32BE(sizeAt + 4) >>> 16];
  return width > 0 && height > 0 ? { width, height } : null;
}
