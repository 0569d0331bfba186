import type { FormTag } from '../template/form-tag.ts';
import { optionValue } from '../template/tag-options.ts';
import { type ChallengeLook, newChallenge, sealChallenge } from './challenge-token.ts';

/** The path of the pictures; the file name is the challenge's id. */
export const challengePath = '/embed/forms/challenges/';

/** A challenge as a page shows it. */
export interface ShownChallenge {
  readonly id: string;
  readonly url: string;
  readonly look: ChallengeLook;
}

/** Creates a challenge for a `captchac` tag. */
export function setChallenge(
  tag: FormTag,
  formId: number,
  key: Buffer,
  site: { readonly serverUrl: string },
  nowMs: number,
): ShownChallenge {
  const look = lookOf(tag);
  const id = sealChallenge(newChallenge(formId, tag.name, look, nowMs), key);
  return { id, url: `${site.serverUrl}${challengePath}${id}.png`, look };
}

/** The URL of a new picture for each challenge of a form, by field. */
export function newChallenges(
  tags: readonly FormTag[],
  formId: number,
  key: Buffer,
  site: { readonly serverUrl: string },
  nowMs: number,
): Readonly<Record<string, string>> {
  const images = tags.filter((tag) => tag.basetype === 'captchac' && tag.name !== '');
  return Object.fromEntries(images.map((tag) => [tag.name, setChallenge(tag, formId, key, site, nowMs).url]));
}

function lookOf(tag: FormTag): ChallengeLook {
  const wanted = optionValue(tag, 'size', /^[sml]$/i)?.toLowerCase();
  const size = (['s', 'm', 'l'] as const).find((one) => one === wanted) ?? 'm';
  return { size, ink: colour(tag, 'fg') ?? '222222', ground: colour(tag, 'bg') ?? 'ffffff' };
}

/** `fg:#rgb` or `fg:#rrggbb`. */
function colour(tag: FormTag, name: string): string | undefined {
  const digits = optionValue(tag, name, /^#(?:[0-9a-f]{3}){1,2}$/i)
    ?.slice(1)
    .toLowerCase();
  return digits?.length === 3 ? [...digits].map((digit) => digit + digit).join('') : digits;
}
