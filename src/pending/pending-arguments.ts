import { s } from '../lib/schema/schema.ts';
import { pendingPath } from './propose.ts';

/** The path of one pending change. */
export const pendingItem = `${pendingPath}/{id:int}` as const;

const longestText = 4000;

/** Refuses what is longer than a note may be. */
export const check = (value: string) => (value.length > longestText ? `At most ${longestText} characters.` : null);

export const fieldsArgument = s.object({ description: 'What is written instead of what was proposed.' });

export const versionArgument = s.string({
  description: '`version` of the change that you have read: it is refused if somebody edited it since.',
});
export const baseArgument = s.string({
  description:
    'Entity tag of the item that the change is for, as you have read it: it is refused if it is another one now.',
});
