/** A file type that may be uploaded: one row per media type, with the signatures its bytes must have. */
export interface FileType {
  readonly mime: string;
  /** Lower case; the first is the one a renamed file gets. */
  readonly extensions: readonly string[];
  /**
   * What the bytes must be: media types by signature, `text` for types without a signature that must be readable,
   * `opaque` for old formats without a known signature.
   */
  readonly bytes: readonly string[];
  /** Can only be shown or played, so a file with the wrong extension may be renamed to this type. */
  readonly harmless?: true;
  /** Browsers would execute it: only callers with `unfiltered_html` may store it. */
  readonly active?: true;
}

const zip = ['application/zip'];
const officeXml = (part: string) => `application/vnd.openxmlformats-officedocument.${part}`;
const openDocument = (part: string) => `application/vnd.oasis.opendocument.${part}`;

const pictures: readonly FileType[] = [
  { mime: 'image/jpeg', extensions: ['jpg', 'jpeg', 'jpe'], bytes: ['image/jpeg'], harmless: true },
  { mime: 'image/gif', extensions: ['gif'], bytes: ['image/gif'], harmless: true },
  { mime: 'image/png', extensions: ['png'], bytes: ['image/png', 'image/apng'], harmless: true },
  { mime: 'image/webp', extensions: ['webp'], bytes: ['image/webp'], harmless: true },
  { mime: 'image/avif', extensions: ['avif'], bytes: ['image/avif'], harmless: true },
  { mime: 'image/bmp', extensions: ['bmp'], bytes: ['image/bmp'], harmless: true },
  { mime: 'image/tiff', extensions: ['tif', 'tiff'], bytes: ['image/tiff'], harmless: true },
  { mime: 'image/heic', extensions: ['heic'], bytes: ['image/heic', 'image/heif'], harmless: true },
  { mime: 'image/x-icon', extensions: ['ico'], bytes: ['image/x-icon'], harmless: true },
];

const films: readonly FileType[] = [
  {
    mime: 'video/mp4',
    extensions: ['mp4', 'm4v'],
    bytes: ['video/mp4', 'video/x-m4v', 'audio/mp4', 'audio/x-m4a'],
    harmless: true,
  },
  { mime: 'video/quicktime', extensions: ['mov', 'qt'], bytes: ['video/quicktime'], harmless: true },
  { mime: 'video/webm', extensions: ['webm'], bytes: ['video/webm', 'video/matroska'], harmless: true },
  { mime: 'video/x-matroska', extensions: ['mkv'], bytes: ['video/matroska', 'video/webm'], harmless: true },
  { mime: 'video/ogg', extensions: ['ogv'], bytes: ['video/ogg', 'audio/ogg', 'application/ogg'], harmless: true },
  { mime: 'video/mpeg', extensions: ['mpeg', 'mpg', 'mpe'], bytes: ['video/mpeg', 'video/MP1S', 'video/MP2P'] },
  { mime: 'video/avi', extensions: ['avi'], bytes: ['video/vnd.avi'], harmless: true },
  { mime: 'video/divx', extensions: ['divx'], bytes: ['video/vnd.avi'] },
  { mime: 'video/x-flv', extensions: ['flv'], bytes: ['video/x-flv'] },
  { mime: 'video/3gpp', extensions: ['3gp', '3gpp'], bytes: ['video/3gpp', 'video/mp4'] },
  { mime: 'video/3gpp2', extensions: ['3g2', '3gp2'], bytes: ['video/3gpp2', 'video/mp4'] },
  { mime: 'video/x-ms-wmv', extensions: ['wmv'], bytes: ['video/x-ms-asf', 'application/vnd.ms-asf'] },
  { mime: 'video/x-ms-asf', extensions: ['asf'], bytes: ['video/x-ms-asf', 'application/vnd.ms-asf'] },
];

const sounds: readonly FileType[] = [
  {
    mime: 'audio/mpeg',
    extensions: ['mp3', 'm4a', 'm4b'],
    bytes: ['audio/mpeg', 'audio/x-m4a', 'audio/mp4', 'video/mp4'],
    harmless: true,
  },
  { mime: 'audio/aac', extensions: ['aac'], bytes: ['audio/aac'], harmless: true },
  { mime: 'audio/wav', extensions: ['wav'], bytes: ['audio/wav', 'audio/vnd.wave'], harmless: true },
  {
    mime: 'audio/ogg',
    extensions: ['ogg', 'oga'],
    bytes: ['audio/ogg', 'audio/ogg; codecs=opus', 'application/ogg', 'video/ogg'],
    harmless: true,
  },
  { mime: 'audio/flac', extensions: ['flac'], bytes: ['audio/flac', 'audio/x-flac'], harmless: true },
  { mime: 'audio/midi', extensions: ['mid', 'midi'], bytes: ['audio/midi'], harmless: true },
  { mime: 'audio/x-matroska', extensions: ['mka'], bytes: ['video/matroska'] },
  { mime: 'audio/x-ms-wma', extensions: ['wma'], bytes: ['audio/x-ms-asf', 'application/vnd.ms-asf'] },
  { mime: 'audio/x-realaudio', extensions: ['ra', 'ram'], bytes: ['text', 'opaque'] },
];

const texts: readonly FileType[] = [
  { mime: 'text/plain', extensions: ['txt', 'asc', 'c', 'cc', 'h', 'srt'], bytes: ['text'] },
  { mime: 'text/csv', extensions: ['csv'], bytes: ['text'] },
  { mime: 'text/tab-separated-values', extensions: ['tsv'], bytes: ['text'] },
  { mime: 'text/calendar', extensions: ['ics'], bytes: ['text', 'text/calendar'] },
  { mime: 'text/richtext', extensions: ['rtx'], bytes: ['text'] },
  { mime: 'text/css', extensions: ['css'], bytes: ['text'] },
  { mime: 'text/vtt', extensions: ['vtt'], bytes: ['text', 'text/vtt'] },
  { mime: 'text/html', extensions: ['html', 'htm'], bytes: ['text'], active: true },
  { mime: 'application/javascript', extensions: ['js'], bytes: ['text'], active: true },
];

const documents: readonly FileType[] = [
  { mime: 'application/pdf', extensions: ['pdf'], bytes: ['application/pdf'] },
  { mime: 'application/rtf', extensions: ['rtf'], bytes: ['application/rtf'] },
  { mime: 'application/msword', extensions: ['doc'], bytes: ['application/x-cfb'] },
  { mime: 'application/vnd.ms-powerpoint', extensions: ['ppt', 'pot', 'pps'], bytes: ['application/x-cfb'] },
  { mime: 'application/vnd.ms-excel', extensions: ['xls', 'xla', 'xlt', 'xlw'], bytes: ['application/x-cfb'] },
  { mime: 'application/vnd.ms-project', extensions: ['mpp'], bytes: ['application/x-cfb'] },
  { mime: 'application/vnd.ms-access', extensions: ['mdb'], bytes: ['opaque'] },
  { mime: officeXml('wordprocessingml.document'), extensions: ['docx'], bytes: zip },
  { mime: officeXml('wordprocessingml.template'), extensions: ['dotx'], bytes: zip },
  { mime: officeXml('spreadsheetml.sheet'), extensions: ['xlsx'], bytes: zip },
  { mime: officeXml('spreadsheetml.template'), extensions: ['xltx'], bytes: zip },
  { mime: officeXml('presentationml.presentation'), extensions: ['pptx'], bytes: zip },
  { mime: officeXml('presentationml.slideshow'), extensions: ['ppsx'], bytes: zip },
  { mime: officeXml('presentationml.template'), extensions: ['potx'], bytes: zip },
  { mime: openDocument('text'), extensions: ['odt'], bytes: zip },
  { mime: openDocument('presentation'), extensions: ['odp'], bytes: zip },
  { mime: openDocument('spreadsheet'), extensions: ['ods'], bytes: zip },
  { mime: openDocument('graphics'), extensions: ['odg'], bytes: zip },
  { mime: openDocument('formula'), extensions: ['odf'], bytes: zip },
  { mime: 'application/wordperfect', extensions: ['wp', 'wpd'], bytes: ['opaque'] },
  { mime: 'application/vnd.apple.keynote', extensions: ['key'], bytes: zip },
  { mime: 'application/vnd.apple.numbers', extensions: ['numbers'], bytes: zip },
  { mime: 'application/vnd.apple.pages', extensions: ['pages'], bytes: zip },
];

const archives: readonly FileType[] = [
  { mime: 'application/zip', extensions: ['zip'], bytes: zip },
  { mime: 'application/x-gzip', extensions: ['gz', 'gzip'], bytes: ['application/gzip'] },
  { mime: 'application/x-tar', extensions: ['tar'], bytes: ['application/x-tar'] },
  { mime: 'application/rar', extensions: ['rar'], bytes: ['application/x-rar-compressed'] },
  { mime: 'application/x-7z-compressed', extensions: ['7z'], bytes: ['application/x-7z-compressed'] },
  { mime: 'application/octet-stream', extensions: ['psd', 'xcf'], bytes: ['image/vnd.adobe.photoshop', 'image/x-xcf'] },
];

/** The allow-list: nobody can upload a type that is not listed. */
export const fileTypes: readonly FileType[] = [...pictures, ...films, ...sounds, ...texts, ...documents, ...archives];

const byExtension = new Map(
  fileTypes.flatMap((type) => type.extensions.map((extension) => [extension, type] as const)),
);
const knownMimes: ReadonlySet<string> = new Set(fileTypes.map((type) => type.mime));

/** The file type of an extension, in any letter case. */
export function fileTypeOf(extension: string): FileType | undefined {
  return byExtension.get(extension.toLowerCase());
}

/** Whether uploads can have this media type, so that lists can be filtered by it. */
export function isKnownMime(mime: string): boolean {
  return knownMimes.has(mime);
}

/** The harmless type with this signature, if any. */
export function harmlessTypeOfBytes(signature: string): FileType | undefined {
  return fileTypes.find((type) => type.harmless && type.bytes.includes(signature));
}

/** Last part of a name after its dot, lower case; empty when there is none. */
export function extensionOf(name: string): string {
  const dot = name.lastIndexOf('.');
  return dot === -1 ? '' : name.slice(dot + 1).toLowerCase();
}
