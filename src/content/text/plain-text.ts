import { escapeOpenMarkup } from './sanitise/sanitise.ts';
import { isBlank, trimBlanks } from './scan/characters.ts';
import { stripTagsAndScripts } from './scan/strip-tags.ts';

/** Reduces a text to one line without markup: tags go, white space becomes single spaces, `%hh` is taken out. */
export function plainText(raw: string): string {
  const stripped = raw.includes('<') ? stripTagsAndScripts(escapeOpenMarkup(raw)) : raw;
  const line = trimBlanks(withSingleSpaces(stripped));
  if (!/%[0-9a-f]{2}/i.test(line)) return line;
  return trimBlanks(withSingleSpaces(withoutPercentCodes(line)));
}

function withSingleSpaces(text: string): string {
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

/** Taking one out may bring another together (`%%4141`), so the walk looks back at what it has kept. */
function withoutPercentCodes(text: string): string {
  const kept: string[] = [];
  for (const character of text) {
    kept.push(character);
    const end = kept.length;
    if (kept[end - 3] === '%' && isHex(kept[end - 2]!) && isHex(character)) kept.length -= 3;
  }
  return kept.join('');
}

const isHex = (character: string): boolean => /^[0-9a-f]$/i.test(character);
