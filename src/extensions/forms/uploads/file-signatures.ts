import { readFileBytes } from '../../../extension.ts';

/** True when a file that begins with these bytes may have this extension. */
export async function bytesMatch(extension: string, head: Buffer): Promise<boolean> {
  const bytes = await readFileBytes(head);
  const type = bytes.kind === 'signature' ? bytes.mime : '';
  if (programs.has(type) || script.test(head.toString('latin1', 0, 16))) return false;
  // The first letters of a text may look like the signature of another type.
  if (textExtensions.has(extension)) return !head.includes(0);
  // PDF readers ignore bytes before the PDF header.
  if (extension === 'pdf') return head.subarray(0, 1_024).includes('%PDF-');
  const expected = typesOf.get(extension);
  return expected === undefined || expected.includes(type);
}

const picture = (...types: readonly string[]) => types.map((type) => `image/${type}`);
const zip = ['application/zip'];
const office = ['application/x-cfb'];
const ogg = ['audio/ogg', 'audio/ogg; codecs=opus', 'video/ogg', 'application/ogg'];
const isoMedia = ['video/mp4', 'video/x-m4v', 'audio/mp4', 'audio/x-m4a', 'video/quicktime', 'video/3gpp'];
const mpeg = ['video/mpeg', 'video/MP1S', 'video/MP2P'];

/** The media types that the bytes of a file may have, by extension; other extensions cannot be checked by bytes. */
const typesOf: ReadonlyMap<string, readonly string[]> = new Map([
  ['jpg', picture('jpeg')],
  ['jpeg', picture('jpeg')],
  ['png', picture('png', 'apng')],
  ['gif', picture('gif')],
  ['webp', picture('webp')],
  ...['zip', 'docx', 'pptx', 'xlsx', 'odt', 'ods', 'odp'].map((name) => [name, zip] as const),
  ...['doc', 'ppt', 'xls'].map((name) => [name, office] as const),
  ['avi', ['video/vnd.avi']],
  ['wav', ['audio/wav']],
  ...['ogg', 'oga', 'ogv'].map((name) => [name, ogg] as const),
  ...['m4a', 'm4v', 'mov', 'mp4'].map((name) => [name, isoMedia] as const),
  ['mp3', ['audio/mpeg']],
  ...['mpg', 'mpeg'].map((name) => [name, mpeg] as const),
  ['wmv', ['video/x-ms-asf', 'application/vnd.ms-asf']],
]);

const textExtensions: ReadonlySet<string> = new Set(['txt', 'csv', 'md', 'log', 'ics', 'vcf', 'rtf']);

/** Executables and scripts are always rejected, whatever their extension. */
const programs: ReadonlySet<string> = new Set([
  'application/x-msdownload',
  'application/x-elf',
  'application/x-mach-binary',
  'application/java-vm',
]);
const script = /^(?:#!|<\?php|\xca\xfe\xba\xbe)/i;
