/** A generated post: the same number gives the same post on every site. */
export interface InventedPost {
  readonly title: string;
  readonly slug: string;
  readonly content: string;
  /** Positions in the lists of authors, categories and tags. */
  readonly author: number;
  readonly categories: readonly number[];
  readonly tags: readonly number[];
}

export const inventedAuthors: readonly string[] = numbered('Writer', 10);
export const inventedCategories: readonly string[] = numbered('Section', 20);
export const inventedTags: readonly string[] = numbered('Topic', 100);

const paragraphs = 5;

/** Post number `n`: about two kilobytes of ordinary text with some markup, in two categories and with two tags. */
export function inventPost(n: number): InventedPost {
  const dice = diceOf(n);
  const title = capital(words(dice, 4 + dice(4)).join(' '));
  return {
    title,
    slug: `${title.toLowerCase().replaceAll(' ', '-')}-${n}`,
    content: Array.from({ length: paragraphs }, (_, at) => block(dice, at)).join('\n\n'),
    author: dice(inventedAuthors.length),
    categories: two(dice, inventedCategories.length),
    tags: two(dice, inventedTags.length),
  };
}

/** Page number `n`: the same text without terms. */
export const inventPage = (n: number): InventedPost => ({ ...inventPost(n), categories: [], tags: [] });

export interface InventedComment {
  readonly author: string;
  readonly email: string;
  readonly content: string;
}

/** Comment number `n`: a few sentences by one of many readers. */
export function inventComment(n: number): InventedComment {
  const dice = diceOf(n);
  const reader = dice(5_000) + 1;
  const content = Array.from({ length: 1 + dice(4) }, () => sentence(dice)).join(' ');
  return { author: `Reader ${reader}`, email: `reader-${reader}@example.org`, content };
}

type Dice = (sides: number) => number;

/** Mulberry32: a small, fast random number generator that is good enough for text. */
function diceOf(seed: number): Dice {
  let state = Math.imul(seed, 0x9e3779b1) | 0;
  return (sides) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    const value = (mixed ^ (mixed >>> 14)) >>> 0;
    // The remainder; the operator is slow for numbers that do not fit into 31 bits.
    return value - sides * Math.floor(value / sides);
  };
}

/** Few words are frequent and many are rare, as in natural language. */
function word(dice: Dice): string {
  const reach = 1 + dice(vocabulary.length);
  // The index is never beyond the vocabulary.
  return vocabulary[dice(reach)] as string;
}

function words(dice: Dice, count: number): string[] {
  const found: string[] = [];
  for (let at = 0; at < count; at += 1) found.push(word(dice));
  return found;
}

function sentence(dice: Dice): string {
  const text = words(dice, 7 + dice(9));
  const ornament = dice(8);
  const at = 1 + dice(text.length - 2);
  if (ornament === 0) text[at] = `<strong>${text[at]}</strong>`;
  else if (ornament === 1) text[at] = `"${text[at]}"`;
  else if (ornament === 2) text[at] = `<a href="https://example.org/${text[at]}">${text[at]}</a>`;
  else if (ornament === 3) text[at] = `${text[at]}'s`;
  return `${capital(text.join(' '))}.`;
}

function block(dice: Dice, at: number): string {
  if (at === 3) {
    const items = Array.from({ length: 3 }, () => `<li>${sentence(dice)}</li>`);
    return `<ul>\n${items.join('\n')}\n</ul>`;
  }
  const text = Array.from({ length: 6 }, () => sentence(dice)).join(' ');
  return at === 2 ? `<h2>${capital(words(dice, 3).join(' '))}</h2>\n\n${text}` : text;
}

function two(dice: Dice, sides: number): number[] {
  const first = dice(sides);
  return [first, (first + 1 + dice(sides - 1)) % sides];
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function numbered(name: string, count: number): string[] {
  return Array.from({ length: count }, (_, n) => `${name} ${n + 1}`);
}

const vocabulary: readonly string[] = (
  'the of and a in to was on with for at by from this that garden morning river street window light water paper ' +
  'letter market kitchen table summer winter evening harbour bridge mountain village station railway journey road ' +
  'house roof door stair cellar attic lamp candle clock mirror shelf book page margin ink pencil drawing picture ' +
  'frame colour green amber silver copper linen cotton wool thread needle basket bread butter honey apple pear plum ' +
  'cherry walnut almond pepper salt onion barley oats meadow orchard hedge fence field furrow plough harvest mill ' +
  'wheel rope anchor sail rudder tide shore island lighthouse fog rain thunder frost snow ice thaw spring blossom ' +
  'sparrow swallow heron owl fox hare badger trout salmon pike violin drum trumpet chorus melody rhythm silence echo ' +
  'whisper rumour story legend chapter verse riddle answer question promise bargain ledger account balance penny ' +
  'tailor baker carpenter mason potter weaver printer sailor farmer teacher doctor clerk neighbour stranger traveller ' +
  'quiet narrow crooked ancient patient careful curious gentle stubborn cheerful weary distant hollow polished'
).split(' ');
