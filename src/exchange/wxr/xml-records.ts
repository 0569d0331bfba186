import { SaxesParser } from 'saxes';
import { WxrError } from './wxr-error.ts';

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
