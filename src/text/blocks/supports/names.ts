/** A name as a part of a class: lower case, its words and numbers joined by dashes (`vividRed2` → `vivid-red-2`). */
export function classPart(name: string): string {
  return name
    .replace(/([a-z0-9])([A-Z])/g, '$1-$2')
    .replace(/([A-Za-z])([0-9])/g, '$1-$2')
    .replace(/([0-9])([A-Za-z])/g, '$1-$2')
    .toLowerCase()
    .replace(/[^a-z0-9\u0080-\uffff]+/g, '-')
    .replace(/^-|-$/g, '');
}

/** A number that stands for a text: the same for the same text, and rarely the same for others. */
export function numberFor(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return hash >>> 0;
}
