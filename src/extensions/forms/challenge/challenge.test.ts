import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { parseTemplate } from '../template/parse-template.ts';
import {
  type Challenge,
  newChallenge,
  newChallenges,
  openChallenge,
  sealChallenge,
  setChallenge,
  solves,
} from './challenge.ts';
import { challengeSize, drawChallenge, letterDots } from './challenge-image.ts';

const key = randomBytes(32);
const look = { size: 'm', ink: '112233', ground: 'ffeedd' } as const;
const made = () => newChallenge(7, 'code', look, 1_000);
const here = { formId: 7, field: 'code' };

describe('the id of a challenge', () => {
  it('can be read by us alone, and by nobody who changed it', () => {
    const challenge = made();
    const id = sealChallenge(challenge, key);
    expect(openChallenge(id, key)).toEqual(challenge);
    expect(openChallenge(id, randomBytes(32))).toBeNull();
    const bytes = Buffer.from(id, 'base64url');
    for (let at = 0; at < bytes.length; at++) {
      const changed = Buffer.from(bytes);
      changed[at]! ^= 1;
      expect(openChallenge(changed.toString('base64url'), key)).toBeNull();
    }
    expect(sealChallenge(challenge, key)).not.toBe(id);
  });

  it.each(['', 'x', 'a'.repeat(30), 'a'.repeat(5_000), '../../etc/passwd'])('%.20s is none', (id) =>
    expect(openChallenge(id, key)).toBeNull(),
  );
});

describe('an answer', () => {
  const cases: readonly [string, (challenge: Challenge) => boolean, boolean][] = [
    ['right', (c) => solves(c, here, c.code, 2_000), true],
    [
      'right in small letters with spaces',
      (c) => solves(c, here, ` ${[...c.code.toLowerCase()].join(' ')} `, 2_000),
      true,
    ],
    ['wrong', (c) => solves(c, here, `${c.code}A`, 2_000), false],
    ['empty', (c) => solves(c, here, '', 2_000), false],
    ['of another form', (c) => solves(c, { ...here, formId: 8 }, c.code, 2_000), false],
    ['of another field', (c) => solves(c, { ...here, field: 'other' }, c.code, 2_000), false],
    ['too late', (c) => solves(c, here, c.code, c.expiresMs + 1), false],
  ];
  it.each(cases)('that is %s', (_, judge, expected) => expect(judge(made())).toBe(expected));
});

describe('the picture', () => {
  it.each(['s', 'm', 'l'] as const)('of size %s is a PNG in its colours, the same each time', async (size) => {
    // The id and the code say where everything is: letters and blotches of others may leave no pixel of one full colour.
    const challenge = { ...made(), code: 'AAAAA', look: { ...look, size } };
    const picture = await drawChallenge('one', challenge);
    expect((await sharp(picture).metadata()).format).toBe('png');
    const { data, info } = await sharp(picture).raw().toBuffer({ resolveWithObject: true });
    expect([info.width, info.height, info.channels]).toEqual([...challengeSize(size), 3]);
    const colours = new Set(
      Array.from({ length: data.length / 3 }, (_, at) => data.subarray(at * 3, at * 3 + 3).toString('hex')),
    );
    expect(colours).toContain('112233');
    expect(colours).toContain('ffeedd');
    expect((await drawChallenge('one', challenge)).equals(picture)).toBe(true);
    expect((await drawChallenge('two', challenge)).equals(picture)).toBe(false);
  });

  it('every letter that can be asked for can be drawn', () => {
    const asked = new Set(Array.from({ length: 400 }, () => made().code).join(''));
    expect([...asked].filter((letter) => !letterDots[letter])).toEqual([]);
  });
});

/** How much ink each pixel has, from 0 to 255. */
const inkOf = (picture: Buffer) => sharp(picture).greyscale().negate().raw().toBuffer();

describe('any picture', () => {
  const black = { size: 's', ink: '000000', ground: 'ffffff' } as const;

  it('can be drawn, however its letters are turned', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ minLength: 1 }), fc.constantFrom('s', 'm', 'l'), async (id, size) => {
        const challenge = newChallenge(7, 'code', { ...black, size }, 0);
        const ink = await inkOf(await drawChallenge(id, challenge));
        const share = ink.filter((value) => value > 200).length / ink.length;
        expect(share).toBeGreaterThan(0.08);
        expect(share).toBeLessThan(0.4);
      }),
      { numRuns: 100 },
    );
  });

  it('shows each letter in another way each time', async () => {
    const pictures = await Promise.all(['one', 'two'].map((id) => drawChallenge(id, { ...made(), code: 'AAAAA' })));
    const [one, two] = await Promise.all(pictures.map(inkOf));
    const different = one!.filter((value, at) => Math.abs(value - two![at]!) > 100).length;
    expect(different / one!.length).toBeGreaterThan(0.05);
  });
});

describe('challenges of a form', () => {
  const site = { serverUrl: 'https://site.test/blog' };
  it('lead to pictures whose file name is the id', () => {
    const shown = setChallenge(parseTemplate('[captchac c size:l fg:#f00 bg:#00FF00]').tags[0]!, 7, key, site, 1_000);
    expect(shown.look).toEqual({ size: 'l', ink: 'ff0000', ground: '00ff00' });
    expect(shown.url).toBe(`https://site.test/blog/embed/forms/challenges/${shown.id}.png`);
    expect(openChallenge(shown.id, key)).toMatchObject({ formId: 7, field: 'c' });
  });

  it('odd colours and sizes are passed over', () => {
    const [tag] = parseTemplate('[captchac c size:huge fg:#12 bg:red]').tags;
    expect(setChallenge(tag!, 7, key, site, 1_000).look).toEqual({ size: 'm', ink: '222222', ground: 'ffffff' });
  });

  it('are there only where the template has some', () => {
    expect(newChallenges(parseTemplate('[text a] [captchar c]').tags, 7, key, site, 0)).toEqual({});
    expect(Object.keys(newChallenges(parseTemplate('[captchac c] [captchac d]').tags, 7, key, site, 0))).toEqual([
      'c',
      'd',
    ]);
    expect(parseTemplate('[captchac]').tags.some((tag) => tag.name !== '')).toBe(false);
  });
});
