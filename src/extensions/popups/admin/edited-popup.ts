import { type InputOf, isRecord, type Store, s, storePostText } from '../../../extension.ts';
import { findPopup, type PopupDraft } from '../popup-record.ts';

const longestName = 200;
const longestContent = 100_000;
const longestSettings = 20_000;

const text = (description: string, most: number) =>
  s.string({
    description,
    check: (sent: string) => (sent.length > most ? `Write at most ${most.toLocaleString('en')} characters.` : null),
  });

/** What can be written of a popup. */
export const popupArguments = {
  is_enabled: s.boolean({ description: 'Whether visitors see it.' }),
  name: s.string({
    description: 'What administrators call it.',
    check: (sent: string) =>
      sent.trim() === '' || sent.length > longestName ? `A name has 1 to ${longestName} characters.` : null,
  }),
  title: text('Heading that visitors see.', longestName),
  content: text('Text that visitors see, as HTML; scripts are removed.', longestContent),
  status: s.string({ description: 'Only published ones are shown.', enum: ['publish', 'draft', 'private'] }),
  settings: s.object({
    description: 'When and where it opens, and how it looks: triggers, cookies, conditions and more.',
    check: settingsProblem,
  }),
};

type PopupInput = Partial<InputOf<typeof popupArguments>>;

/** What was sent, as it is stored. */
export function draftOf({ is_enabled: enabled, name, title, content, status, settings }: PopupInput): PopupDraft {
  return {
    ...(enabled === undefined ? {} : { enabled }),
    ...(name === undefined ? {} : { name }),
    ...(title === undefined ? {} : { title }),
    ...(content === undefined ? {} : { content: storePostText(content, { unfiltered: false }) }),
    ...(status === undefined ? {} : { status }),
    ...(settings === undefined ? {} : { settings }),
  };
}

const triggerTypes = ['delay', 'click', 'form'];

/** Why the script on the page could not use the settings; null if it can. */
function settingsProblem(settings: Readonly<Record<string, unknown>>): string | null {
  if (JSON.stringify(settings).length > longestSettings) return 'The settings are too long.';
  const { triggers = [], cookies = [], conditions = [] } = settings;
  const isList = (value: unknown): value is unknown[] => Array.isArray(value);
  const areTriggers =
    isList(triggers) && triggers.every((one) => isRecord(one) && triggerTypes.includes(String(one['type'])));
  if (!areTriggers) return `triggers is a list of objects whose type is one of: ${triggerTypes.join(', ')}.`;
  if (!isList(cookies) || !cookies.every((one) => isRecord(one) && /^[\w-]{1,100}$/.test(String(one['name']))))
    return 'cookies is a list of objects with a name of letters, digits, - and _.';
  if (!isList(conditions) || !conditions.every((group) => isList(group) && group.every(isRecord)))
    return 'conditions is a list of lists of objects.';
  return null;
}

/** A popup that is read and saved under conditions. */
export function storedPopup(id: number) {
  return {
    hold: (store: Store) => store.hold('post', id),
    async state(store: Store) {
      const popup = await findPopup(store, id);
      return popup && { stored: popup, modifiedMs: null };
    },
  };
}
