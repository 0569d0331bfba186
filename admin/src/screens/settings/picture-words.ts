import { counted } from '../../words/counted.ts';
import type { OwnWords } from '../../words/words.tsx';

const pictures = {
  en: counted.en('1 picture', (n) => `${n} pictures`),
  de: counted.de('1 Bild', (n) => `${n} Bildern`),
};
const copies = {
  en: counted.en('1 copy made', (n) => `${n} copies made`),
  de: counted.de('1 Kopie gemacht', (n) => `${n} Kopien gemacht`),
};

const en = {
  title: 'Copies of pictures',
  size: 'Size',
  pixels: 'Pixels',
  source: 'From',
  made: 'Is made',
  any: 'any',
  cropped: 'cut off',
  sources: {
    core: 'the program',
    setting: 'these settings',
    configuration: 'the configuration of the server',
    extension: 'the extension',
    learned: 'earlier pictures',
  },
  uncertain: 'Not certain: all earlier pictures have one shape.',
  makes: (name: string) => `Make ${name}`,
  look: 'Look for further sizes',
  again: 'Make copies again',
  againHint:
    'For pictures that are here already, such as after a size was changed. It goes on if the server is restarted.',
  missing: 'Only copies that are missing or have another size now',
  removeUnused: 'Remove copies that no size needs any more',
  removeHint: 'Texts that show such a copy lose their picture.',
  begin: 'Make copies again',
  stop: 'Stop',
  states: { queued: 'Waits', running: 'Runs', done: 'Done', failed: 'Failed', cancelled: 'Stopped' },
  stopping: 'Stops',
  progress: (done: number, all: number) => `${done} of ${pictures.en(all)}`,
  result: (made: number, removed: number) => (removed > 0 ? `${copies.en(made)}, ${removed} removed` : copies.en(made)),
  failed: counted.en('One picture failed:', (n) => `${n} pictures failed, such as:`),
};

const de: typeof en = {
  title: 'Kopien von Bildern',
  size: 'Größe',
  pixels: 'Pixel',
  source: 'Aus',
  made: 'Wird gemacht',
  any: 'beliebig',
  cropped: 'beschnitten',
  sources: {
    core: 'dem Programm',
    setting: 'diesen Einstellungen',
    configuration: 'der Konfiguration des Servers',
    extension: 'der Erweiterung',
    learned: 'früheren Bildern',
  },
  uncertain: 'Nicht sicher: Alle früheren Bilder haben eine Form.',
  makes: (name: string) => `${name} machen`,
  look: 'Nach weiteren Größen suchen',
  again: 'Kopien neu machen',
  againHint:
    'Für Bilder, die schon da sind, etwa wenn eine Größe geändert wurde. Nach einem Neustart des Servers geht es weiter.',
  missing: 'Nur Kopien, die fehlen oder jetzt eine andere Größe haben',
  removeUnused: 'Kopien entfernen, die keine Größe mehr braucht',
  removeHint: 'Texte, die eine solche Kopie zeigen, verlieren ihr Bild.',
  begin: 'Kopien neu machen',
  stop: 'Anhalten',
  states: { queued: 'Wartet', running: 'Läuft', done: 'Fertig', failed: 'Gescheitert', cancelled: 'Angehalten' },
  stopping: 'Hält an',
  progress: (done: number, all: number) => `${done} von ${pictures.de(all)}`,
  result: (made: number, removed: number) =>
    removed > 0 ? `${copies.de(made)}, ${removed} entfernt` : copies.de(made),
  failed: counted.de('Ein Bild ist gescheitert:', (n) => `${n} Bilder sind gescheitert, etwa:`),
};

export const pictureWords: OwnWords<typeof en> = { en, de };
