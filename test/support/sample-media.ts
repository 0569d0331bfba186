/** Small files of each container, made byte by byte. */

const uint32 = (value: number): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
};

function box(type: string, ...content: Buffer[]): Buffer {
  const body = Buffer.concat(content);
  return Buffer.concat([uint32(body.length + 8), Buffer.from(type), body]);
}

function chunk(id: string, ...content: Buffer[]): Buffer {
  const data = Buffer.concat(content);
  const size = Buffer.alloc(4);
  size.writeUInt32LE(data.length);
  return Buffer.concat([Buffer.from(id), size, data, Buffer.alloc(data.length % 2)]);
}

/** Eight-bit mono sound at 8 kHz. */
export function wav(seconds: number): Buffer {
  const format = Buffer.from('01000100401f0000401f000001000800', 'hex');
  const data = Buffer.alloc(8000 * seconds, 128);
  return chunk('RIFF', Buffer.from('WAVE'), chunk('fmt ', format), chunk('data', data));
}

interface FilmFacts {
  readonly width: number;
  readonly height: number;
  readonly seconds: number;
}

/** A film with sound and without a frame in it. */
export function mp4({ width, height, seconds }: FilmFacts): Buffer {
  const movie = Buffer.alloc(100);
  movie.writeUInt32BE(1000, 12);
  movie.writeUInt32BE(seconds * 1000, 16);
  const avc = Buffer.alloc(78);
  avc.writeUInt16BE(1, 6);
  const aac = Buffer.alloc(28);
  aac.writeUInt16BE(1, 6);
  aac.writeUInt16BE(2, 16);
  aac.writeUInt16BE(16, 18);
  aac.writeUInt16BE(48_000, 24);
  return Buffer.concat([
    box('ftyp', Buffer.from('isom\0\0\0\0isommp42', 'latin1')),
    box(
      'moov',
      box('mvhd', movie),
      mp4Track(1, 'vide', [width, height], seconds, box('avc1', avc)),
      mp4Track(2, 'soun', [0, 0], seconds, box('mp4a', aac)),
    ),
  ]);
}

function mp4Track(id: number, handler: string, [width, height]: [number, number], seconds: number, entry: Buffer) {
  const head = Buffer.alloc(84);
  head.writeUInt32BE(id, 12);
  head.writeUInt32BE(width * 65_536, 76);
  head.writeUInt32BE(height * 65_536, 80);
  const media = Buffer.alloc(24);
  media.writeUInt32BE(48_000, 12);
  media.writeUInt32BE(48_000 * seconds, 16);
  const kind = Buffer.concat([Buffer.alloc(8), Buffer.from(handler), Buffer.alloc(13)]);
  const none = Buffer.alloc(8);
  const tables = [box('stts', none), box('stsc', none), box('stsz', Buffer.alloc(12)), box('stco', none)];
  const samples = box('stbl', box('stsd', uint32(0), uint32(1), entry), ...tables);
  return box('trak', box('tkhd', head), box('mdia', box('mdhd', media), box('hdlr', kind), box('minf', samples)));
}

/** The header of an AVI film at 25 frames a second. */
export function avi({ width, height, seconds }: FilmFacts): Buffer {
  const head = Buffer.alloc(56);
  head.writeUInt32LE(40_000, 0);
  head.writeUInt32LE(seconds * 25, 16);
  head.writeUInt32LE(width, 32);
  head.writeUInt32LE(height, 36);
  const list = chunk('LIST', Buffer.from('hdrl'), chunk('avih', head));
  return chunk('RIFF', Buffer.from('AVI '), list, chunk('LIST', Buffer.from('movi')));
}

/** The beginning of a Flash film. */
export function flv(facts: FilmFacts): Buffer {
  const number = (name: string, value: number) => {
    const bytes = Buffer.alloc(9);
    bytes.writeDoubleBE(value, 1);
    return Buffer.concat([Buffer.from([0, name.length]), Buffer.from(name), bytes]);
  };
  const { width, height, seconds } = facts;
  const named = [number('duration', seconds), number('width', width), number('height', height)];
  const script = Buffer.concat([Buffer.from('\x02\0\x0aonMetaData\x08\0\0\0\x03', 'latin1'), ...named]);
  const tag = Buffer.concat([Buffer.from([18]), uint32(script.length).subarray(1), Buffer.alloc(7), script]);
  return Buffer.concat([Buffer.from('FLV\x01\x05\0\0\0\x09\0\0\0\0', 'latin1'), tag]);
}

/** The beginning of an MPEG film, which does not tell its length. */
export function mpeg({ width, height }: FilmFacts): Buffer {
  const measures = Buffer.alloc(3);
  measures.writeUIntBE((width << 12) | height, 0, 3);
  const pack = Buffer.from('000001ba44000400040100000303f8', 'hex');
  return Buffer.concat([pack, Buffer.from('000001b3', 'hex'), measures, Buffer.alloc(40)]);
}

/** A Matroska or WebM film with sound and without a frame in it. */
export function matroska(type: 'webm' | 'matroska', { width, height, seconds }: FilmFacts): Buffer {
  const length = Buffer.alloc(8);
  length.writeDoubleBE(seconds * 1000);
  const rate = Buffer.alloc(8);
  rate.writeDoubleBE(48_000);
  const side = (value: number) => uint32(value).subarray(2);
  const picture = element('e0', element('b0', side(width)), element('ba', side(height)));
  const sound = element('e1', element('b5', rate), element('9f', Buffer.from([2])));
  const track = (number: number, sort: number, codec: string, facts: Buffer) =>
    element(
      'ae',
      element('d7', Buffer.from([number])),
      element('83', Buffer.from([sort])),
      element('86', Buffer.from(codec)),
      facts,
    );
  return Buffer.concat([
    element('1a45dfa3', element('4282', Buffer.from(type))),
    element(
      '18538067',
      element('1549a966', element('2ad7b1', uint32(1_000_000)), element('4489', length)),
      element('1654ae6b', track(1, 1, 'V_VP9', picture), track(2, 2, 'A_OPUS', sound)),
    ),
  ]);
}

function element(id: string, ...content: Buffer[]): Buffer {
  const body = Buffer.concat(content);
  const size = uint32(0x10_00_00_00 + body.length);
  return Buffer.concat([Buffer.from(id, 'hex'), size, body]);
}

/** A second of MPEG sound: layer III, 128 kbit/s, 44.1 kHz, stereo. */
export function mp3(): Buffer {
  const frame = Buffer.concat([Buffer.from('fffb9000', 'hex'), Buffer.alloc(413)]);
  return Buffer.concat(Array.from({ length: 38 }, () => frame));
}

/** The header of a FLAC sound: 44.1 kHz, stereo, 16 bits. */
export function flac(seconds: number): Buffer {
  const info = Buffer.alloc(34);
  info.writeUInt16BE(4096, 0);
  info.writeUInt16BE(4096, 2);
  // Twenty bits of rate, three of channels less one, five of bits less one, 36 of samples.
  info.writeBigUInt64BE((44_100n << 44n) | (1n << 41n) | (15n << 36n) | BigInt(44_100 * seconds), 10);
  return Buffer.concat([Buffer.from('fLaC'), Buffer.from([0x80, 0, 0, 34]), info, Buffer.alloc(400)]);
}
