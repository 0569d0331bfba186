import { escapeOpenMarkup } from './sanitise/sanitise.ts';
import { isBlank, trimBlanks } from './scan/characters.ts';
import { stripTagsAndScripts } from './scan/strip-tags.ts';
/** Reduces a text to one line: removes tags and `%hh`, and collapses white space to single spaces. */
export function plainText(raw) {
  const stripped = raw.includes('<') ? stripTagsAndScripts(escapeOpenMarkup(raw)) : raw;
  const line = trimBlanks(withSingleSpaces(stripped));
  if (!/%[0-9a-f]{2}/i.test(line)) return line;
  return trimBlanks(withSingleSpaces(withoutPercentCodes(line)));
}
function withSingleSpaces(text) {
  let out = '';
  let copied = 0;
  for (let i = 0; i < text.length; i++) {
    if (!isBlank(text.charCodeAt(i))) continue;
    let end = i + 1;
    while (end < text.length && isBlank(text.charCodeAt(end))) end++;
    out += `${text.slice(copied, i)} `;
    copied = end;
    i = end - 1;
  }
  return copied === 0 ? text : out + text.slice(copied);
}
/** Removing one code may form another (`%%4141`), so each step also checks the end of the output. */
function withoutPercentCodes(text) {
  const output = [];
  for (const character of text) {
    output.push(character);
    const end = output.length;
    if (output[end - 3] === '%' && isHex(output[end - 2]) && isHex(character)) output.length -= 3;
  }
  return output.join('');
}
const isHex = (character) => /^[0-9a-f]$/i.test(character);
