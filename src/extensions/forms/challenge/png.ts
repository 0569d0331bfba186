import { crc32, deflateSync } from 'node:zlib';

/** A picture of one ink on one ground as a PNG: `ink` has a byte for each pixel, 255 for all ink; colours are `rrggbb`. */
export function encodePng(
  width: number,
  height: number,
  colours: { readonly ink: string; readonly ground: string },
  ink: Uint8Array,
): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  // Eight bits a pixel, each the number of a colour in the palette.
  header.set([8, 3, 0, 0, 0], 8);
  const rows = Buffer.alloc((width + 1) * height);
  for (let y = 0; y < height; y++) rows.set(ink.subarray(y * width, (y + 1) * width), y * (width + 1) + 1);
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('PLTE', palette(colours.ground, colours.ink)),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** 256 steps from the ground to the ink. */
function palette(ground: string, ink: string): Buffer {
  const [from, to] = [Buffer.from(ground, 'hex'), Buffer.from(ink, 'hex')];
  const colours = Buffer.alloc(768);
  for (let step = 0; step < 256; step++)
    for (let part = 0; part < 3; part++)
      colours[step * 3 + part] = Math.round(from[part]! + ((to[part]! - from[part]!) * step) / 255);
  return colours;
}

function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const framed = Buffer.alloc(named.length + 8);
  framed.writeUInt32BE(data.length, 0);
  framed.set(named, 4);
  framed.writeUInt32BE(crc32(named), framed.length - 4);
  return framed;
}
