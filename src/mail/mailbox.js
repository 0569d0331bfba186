import { domainToASCII } from 'node:url';
/** Parses `Name <a@b.org>, "Last, First" <c@d.org>, e@f.org`; never throws and never returns a line break. */
export function parseMailboxes(text) {
  const mailboxes = [];
  const invalid = [];
  for (const entry of splitEntries(oneLine(text))) {
    const mailbox = parseMailbox(entry);
    if (mailbox) mailboxes.push(mailbox);
    else invalid.push(entry);
  }
  return { mailboxes, invalid };
}
/** True for a plain address: usual local-part characters, and a domain that is a host name. */
export function isMailAddress(text) {
  return text.length <= 254 && addressPattern.test(text);
}
/** The text as one header line: control characters and line separators become spaces, ends are trimmed. */
export function oneLine(text) {
  return text.replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g, ' ').trim();
}
const addressPattern =
  /^[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*@[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?(?:\.[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?)*$/;
/** Commas separate entries, except inside quotes; an unclosed quote extends to the end. */
function splitEntries(text) {
  const entries = [];
  let start = 0;
  let quoted = false;
  for (let at = 0; at < text.length; at++) {
    const character = text[at];
    if (quoted && character === '\\') at++;
    else if (character === '"') quoted = !quoted;
    else if (character === ',' && !quoted) {
      entries.push(text.slice(start, at));
      start = at + 1;
    }
  }
  entries.push(text.slice(start));
  return entries.map((entry) => entry.trim()).filter((entry) => entry !== '');
}
function parseMailbox(entry) {
  const open = entry.lastIndexOf('<');
  const bare = open === -1 || !entry.endsWith('>');
  const address = asciiDomain((bare ? entry : entry.slice(open + 1, -1)).trim());
  if (!isMailAddress(address)) return null;
  return { name: bare ? '' : displayName(entry.slice(0, open).trim()), address };
}
function displayName(text) {
  const quoted = /^"((?:[^"\\]|\\.)*)"$/.exec(text)?.[1];
  return (quoted === undefined ? text : quoted.replace(/\\(.)/g, '$1')).replace(/[<>"]/g, '').trim();
}
function asciiDomain(address) {
  const at = address.lastIndexOf('@');
  if (at === -1 || !/[^\u0000-\u007f]/.test(address.slice(at))) return address;
  return address.slice(0, at + 1) + domainToASCII(address.slice(at + 1));
}
