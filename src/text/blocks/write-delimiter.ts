import type { JsonRecord } from '../formats/json-value.ts';
import type { Delimiter } from './delimiters.ts';

/** Writes a delimiter as editors do. Nothing in its attributes can end the comment or look like markup. */
export function writeDelimiter({ kind, name }: Pick<Delimiter, 'kind' | 'name'>, attributes: JsonRecord): string {
  const short = name.replace(/^core\//, '');
  if (kind === 'closer') return `<!-- /wp:${short} -->`;
  const written = Object.keys(attributes).length === 0 ? '' : `${writeAttributes(attributes)} `;
  return `<!-- wp:${short} ${written}${kind === 'void' ? '/' : ''}-->`;
}

const escapes: Readonly<Record<string, string>> = {
  '--': '\\u002d\\u002d',
  '<': '\\u003c',
  '>': '\\u003e',
  '&': '\\u0026',
  '\\"': '\\u0022',
};

const writeAttributes = (attributes: JsonRecord): string =>
  JSON.stringify(attributes).replace(/--|[<>&]|\\[\\"]/g, (found) => escapes[found] ?? found);
