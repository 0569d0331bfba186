import type { OwnWords } from '../../words/words.tsx';

export const extensionWords: OwnWords<{ title: string; failed: string; noMount: string }> = {
  en: {
    title: 'Extensions',
    failed: 'This extension could not show its screen',
    noMount: 'Its script has no function "mount".',
  },
  de: {
    title: 'Erweiterungen',
    failed: 'Diese Erweiterung konnte ihre Ansicht nicht zeigen',
    noMount: 'Ihr Skript hat keine Funktion „mount“.',
  },
};
