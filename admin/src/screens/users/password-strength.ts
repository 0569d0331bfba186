/** From weak to strong. */
export const passwordStrengths = ['weak', 'fair', 'good', 'strong'] as const;
export type PasswordStrength = (typeof passwordStrengths)[number];

/** Bits that a guesser has to find, from which on a password counts as one of these. */
const enough = { fair: 40, good: 55, strong: 75 };

const kinds: readonly (readonly [RegExp, number])[] = [
  [/\p{Ll}/u, 26],
  [/\p{Lu}/u, 26],
  [/\d/, 10],
  [/[^\p{L}\d]/u, 32],
];

/** Words that are tried first; what is left of a password without them counts. */
const common =
  /pass(?:wor[dt])?|kennwor[dt]|passwor[dt]|admin|welcome|willkommen|letmein|qwert[yz]|asdf|iloveyou|secret/giu;

/**
 * How hard a password is to guess: by its length and the kinds of its characters, without what guessers try first —
 * common words, what is known of the account, characters that repeat or follow each other.
 */
export function passwordStrength(password: string, known: readonly string[] = []): PasswordStrength {
  let rest = password.replace(common, '*');
  for (const word of known.flatMap((text) => text.split(/[\s@.]+/)))
    if (word.length >= 3) rest = rest.replaceAll(new RegExp(escaped(word), 'giu'), '*');
  const characters = [...rest];
  const counted = characters.filter((character, place) => {
    const [code, before] = [character.codePointAt(0) ?? 0, characters[place - 1]?.codePointAt(0)];
    return before === undefined || Math.abs(code - before) > 1;
  }).length;
  const pool = kinds.reduce((sum, [kind, size]) => sum + (kind.test(rest) ? size : 0), 0);
  const bits = counted * Math.log2(Math.max(2, pool));
  if (bits >= enough.strong) return 'strong';
  if (bits >= enough.good) return 'good';
  return bits >= enough.fair ? 'fair' : 'weak';
}

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);

/** Characters that are not mistaken for others when somebody reads them out. */
const alphabet = 'abcdefghijkmnopqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789-+';
const generatedLength = 20;

/** A password by chance, of characters that can be read out. */
export function generatedPassword(): string {
  const found: string[] = [];
  while (found.length < generatedLength) {
    const [number = 0] = crypto.getRandomValues(new Uint8Array(1));
    // Numbers beyond the last whole round would favour the first characters.
    if (number < Math.floor(256 / alphabet.length) * alphabet.length)
      found.push(alphabet[number % alphabet.length] ?? '');
  }
  return found.join('');
}
