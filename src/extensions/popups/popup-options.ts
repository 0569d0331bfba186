import { option } from '../../extension.ts';

/** The settings of popups. */
export const popupOptions = {
  /** Declared by forms in the same words: a popup can wait for a form to be sent. */
  formsPrefix: option.pattern(
    {
      env: 'PLATEN_FORMS_PREFIX',
      fallback: 'cform',
      help: 'Prefix of class names and hidden fields of forms.',
    },
    'a letter, then letters and digits in lower case, at most 20',
    /^[a-z][a-z0-9]{1,19}$/,
  ),
  dedupeSeconds: option.integer(
    {
      env: 'PLATEN_POPUP_DEDUPE_SECONDS',
      fallback: '0',
      help: 'Time in which one visitor counts once per popup and event; 0 counts every event.',
    },
    { from: 0, to: 86400 },
  ),
  privacySignals: option.toggle({
    env: 'PLATEN_POPUP_PRIVACY_SIGNALS',
    fallback: 'off',
    help: 'Do not count visitors whose browser asks not to be tracked (DNT, Sec-GPC).',
  }),
};
