/** True when a file that begins like this may carry this extension. */
export function bytesMatch(extension: string, head: Buffer): boolean {
  const start = head.toString('latin1');
  if (executable.test(start)) return false;
  if (textTypes.has(extension)) return !start.includes('\0');
  const expected = Object.hasOwn(signatureOf, extension) ? signatureOf[extension] : undefined;
  return expected === undefined || signatures[expected]!.some((pattern) => pattern.test(start));
}

/** How files of a type begin; a type that is not listed is one whose bytes say nothing. */
const signatures: Readonly<Record<string, readonly RegExp[]>> = {
  jpg: [/^\xff\xd8\xff/],
  png: [/^\x89PNG\r\n\x1a\n/],
  gif: [/^GIF8[79]a/],
  webp: [/^RIFF[\s\S]{4}WEBP/],
  pdf: [/^[\s\S]{0,1023}%PDF-/],
  zip: [/^PK(?:\x03\x04|\x05\x06|\x07\x08)/],
  ole: [/^\xd0\xcf\x11\xe0/],
  riff: [/^RIFF/],
  ogg: [/^OggS/],
  iso: [/^[\s\S]{4}(?:ftyp|moov|mdat|free|wide|skip)/],
  mp3: [/^ID3/, /^\xff[\xe0-\xff]/],
  mpg: [/^\x00\x00\x01[\xb0-\xbf]/],
  asf: [/^\x30\x26\xb2\x75/],
};

const signatureOf: Readonly<Record<string, keyof typeof signatures>> = {
  jpg: 'jpg',
  jpeg: 'jpg',
  png: 'png',
  gif: 'gif',
  webp: 'webp',
  pdf: 'pdf',
  zip: 'zip',
  docx: 'zip',
  pptx: 'zip',
  xlsx: 'zip',
  odt: 'zip',
  ods: 'zip',
  odp: 'zip',
  doc: 'ole',
  ppt: 'ole',
  xls: 'ole',
  avi: 'riff',
  wav: 'riff',
  ogg: 'ogg',
  oga: 'ogg',
  ogv: 'ogg',
  m4a: 'iso',
  m4v: 'iso',
  mov: 'iso',
  mp4: 'iso',
  mp3: 'mp3',
  mpg: 'mpg',
  mpeg: 'mpg',
  wmv: 'asf',
};

/** Text is what holds no NUL; programs and scripts are never text, whatever their name says. */
const textTypes: ReadonlySet<string> = new Set(['txt', 'csv', 'md', 'log', 'ics', 'vcf', 'rtf']);
const executable = /^(?:MZ|\x7fELF|#!|<\?php|\xca\xfe\xba\xbe)/i;
