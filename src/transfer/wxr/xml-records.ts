import { TextDecoder } from 'node:util';
import { SaxesParser } from 'saxes';

/** An element with its content. */
export interface XmlElement {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly XmlElement[];
  /** Its own text, without that of child elements. */
  readonly text: string;
}

interface OpenElement {
  readonly name: string;
  readonly attributes: Record<string, string>;
  readonly children: XmlElement[];
  texts: string[];
}

export interface XmlRecordOptions {
  /** Names of the ancestors of a record, outermost first. */
  readonly path: readonly string[];
  /** Maximum number of characters in one record. */
  readonly recordLimit: number;
}

const depthLimit = 32;

/**
 * The elements at one depth of an XML stream, one at a time, so that memory use depends on the largest element and not
 * on the file. Only the predefined XML entities are known; a DOCTYPE, which could declare others, is rejected.
 */
export async function* readXmlRecords(
  text: AsyncIterable<string>,
  { path, recordLimit }: XmlRecordOptions,
): AsyncGenerator<XmlElement> {
  const parser = new SaxesParser({ xmlns: false, position: true });
  const open: OpenElement[] = [];
  let ready: XmlElement[] = [];
  let size = 0;
  const fail = (reason: string): never => {
    throw new WxrError(parser.line, reason);
  };
  const grow = (characters: number): void => {
    size += characters;
    if (size > recordLimit) fail(`one record holds more than ${Math.round(recordLimit / 1e6)} million characters.`);
  };
  const note = (part: string): void => {
    if (open.length <= path.length) return;
    grow(part.length);
    open.at(-1)!.texts.push(part);
  };

  parser.on('error', (error) => fail(reasonOf(error)));
  parser.on('doctype', () => fail('the file declares a document type, which an export file has no use for.'));
  parser.on('opentag', (tag) => {
    const above = open.length;
    if (above === 0 && tag.name !== path[0]) fail(`this is not an export file: it begins with <${tag.name}>.`);
    if (above > depthLimit) fail(`elements are nested more than ${depthLimit} deep.`);
    open.push({ name: tag.name, attributes: tag.attributes, children: [], texts: [] });
    grow(tag.name.length);
  });
  parser.on('text', note);
  parser.on('cdata', note);
  parser.on('closetag', () => {
    const { texts, ...closed } = open.pop()!;
    if (open.length < path.length) return;
    const element: XmlElement = { ...closed, text: texts.join('') };
    if (open.length > path.length) open.at(-1)!.children.push(element);
    else if (open.every((one, i) => one.name === path[i])) {
      ready.push(element);
      size = 0;
    }
  });

  for await (const part of text) {
    parser.write(part);
    if (ready.length === 0) continue;
    const records = ready;
    ready = [];
    yield* records;
  }
  parser.close();
  yield* ready;
}

/** The parser puts the position before its reason; our message already has it. */
function reasonOf(error: Error): string {
  return `the file is not well-formed: ${error.message.replace(/^(?:[^:\s]*:)?\d+:\d+:\s*/, '').replace(/\.?$/, '.')}`;
}

/** Characters that XML 1.0 forbids; texts of old sites contain them anyway. */
const forbidden = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu;

/** A fast pre-check for any of them: nearly all texts have none. */
const suspicious = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uD800-\uDFFF\uFFFE\uFFFF]/;

/** The text without the characters that XML forbids. */
export function xmlSafe(text: string): string {
  return suspicious.test(text) ? text.replace(forbidden, '') : text;
}

/**
 * Decodes a byte stream by the encoding in its XML declaration, UTF-8 by default, and drops characters that
 * XML forbids: real exports contain control characters, and one of those should not make the whole file unreadable.
 */
export async function* decodeXml(chunks: AsyncIterable<Uint8Array | string>): AsyncGenerator<string> {
  let decoder: TextDecoder | null = null;
  // The first half of a surrogate pair at the end of a chunk waits for the second half.
  let pending = '';
  for await (const chunk of chunks) {
    if (typeof chunk !== 'string') decoder ??= decoderFor(chunk);
    const text = pending + (typeof chunk === 'string' ? chunk : decoder!.decode(chunk, { stream: true }));
    const cut = /[\uD800-\uDBFF]$/.test(text) ? text.length - 1 : text.length;
    pending = text.slice(cut);
    if (cut > 0) yield xmlSafe(text.slice(0, cut));
  }
  const rest = xmlSafe(pending + (decoder?.decode() ?? ''));
  if (rest !== '') yield rest;
}

function decoderFor(start: Uint8Array): TextDecoder {
  if (start[0] === 0xff && start[1] === 0xfe) return new TextDecoder('utf-16le');
  if (start[0] === 0xfe && start[1] === 0xff) return new TextDecoder('utf-16be');
  const head = Buffer.from(start.subarray(0, 200)).toString('latin1');
  const named = /^\s*<\?xml[^>]*\sencoding\s*=\s*["']([\w.:-]+)["']/.exec(head)?.[1];
  try {
    return new TextDecoder(named ?? 'utf-8');
  } catch {
    return new TextDecoder('utf-8');
  }
}

/** An export file that cannot be parsed; the message states the line and the reason. */
export class WxrError extends Error {
  readonly line: number;

  constructor(line: number, reason: string) {
    super(`Line ${line}: ${reason}`);
    this.line = line;
  }
}
