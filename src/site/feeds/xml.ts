/** Characters that no XML document may hold, written in any way. */
const forbidden = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;

/** Text for the content or an attribute of an XML element. */
export function xmlText(text: string): string {
  return text
    .toWellFormed()
    .replace(forbidden, '')
    .replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
}

/** HTML as the content of an XML element. */
export function xmlData(html: string): string {
  return `<![CDATA[${html.toWellFormed().replace(forbidden, '').replaceAll(']]>', ']]]]><![CDATA[>')}]]>`;
}

/** An element with text; nothing for an empty text. */
export function xmlElement(name: string, text: string): string {
  return text === '' ? '' : `<${name}>${xmlText(text)}</${name}>`;
}

export const xmlHead = '<?xml version="1.0" encoding="UTF-8"?>\n';

/** Pieces of a document, one per line; empty ones are left out. */
export const xmlLines = (parts: readonly string[]): string => parts.filter((part) => part !== '').join('\n');
