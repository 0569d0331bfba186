/** Names by the parser's container name; a name missing here is derived from the codec, or else from the container. */
const containers = [
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
export function containerNames({ container = '', codec, trackInfo }) {
  const found = containers.find(([pattern]) => pattern.test(container))?.[1] ?? { fileformat: container.toLowerCase() };
  const picture = trackInfo.find((track) => track.video)?.codecName;
  const { fileformat, sound = shortName(codec), film = shortName(picture) } = found;
  return { fileformat, sound: sound ?? fileformat, film: film ?? fileformat };
}
/** `MPEG 1 Layer 3` is `mp3`, `Vorbis I` is `vorbis`, `V_VP9` is `vp9`. */
function shortName(codec) {
  const layer = /^MPEG.* Layer (\d)/i.exec(codec ?? '')?.[1];
  if (layer !== undefined) return `mp${layer}`;
  return codec
    ?.toLowerCase()
    .replace(/^[av]_/, '')
    .split(/[\s/]/)[0];
}
/** Codecs of WAVE files by their format tag (RFC 2361). */
const waveCodecs = {
  1: { reader: 'PCM', name: 'Pulse Code Modulation (PCM)' },
  2: { reader: 'ADPCM', name: 'Microsoft ADPCM' },
  3: { reader: 'IEEE_FLOAT', name: 'IEEE Float' },
  6: { reader: 'non-PCM (6)', name: 'ITU G.711 a-law' },
  7: { reader: 'non-PCM (7)', name: 'ITU G.711 u-law' },
  17: { reader: 'non-PCM (17)', name: 'IMA ADPCM' },
  85: { reader: 'non-PCM (85)', name: 'MPEG Layer 3' },
};
/** The format tag and the name of a WAVE file's codec, where known. */
export function waveCodec(codec) {
  const row = Object.entries(waveCodecs).find(([, { reader }]) => reader === codec);
  if (row !== undefined) return { wformattag: Number(row[0]), codec: row[1].name };
  const number = /^non-PCM \((\d+)\)$/.exec(codec ?? '')?.[1];
  if (number !== undefined) return { wformattag: Number(number) };
  return codec === undefined ? {} : { codec };
}
