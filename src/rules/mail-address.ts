const withinName = /[\w.!#$%&'*+/=?^`{|}~-]/;

/** Whether an e-mail address stands in a text by itself, in any letter case, and not as a part of a longer one. */
export function mentionsAddress(text: string, address: string): boolean {
  const [all, wanted] = [text.toLowerCase(), address.toLowerCase()];
  if (wanted === '') return false;
  for (let at = all.indexOf(wanted); at >= 0; at = all.indexOf(wanted, at + 1)) {
    const after = all.slice(at + wanted.length, at + wanted.length + 2);
    if (!(at > 0 && withinName.test(all.charAt(at - 1))) && !/^(?:[\w-]|\.\w)/.test(after)) return true;
  }
  return false;
}
