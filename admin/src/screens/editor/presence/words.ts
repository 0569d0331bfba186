import { counted } from '../../../words/counted.ts';

const en = {
  editedBy: (name: string) => `${name} is editing this.`,
  editedElsewhere: (name: string) => `${name} is editing this in WordPress.`,
  alsoHere: (names: string) => `Also here: ${names}`,
  mayMeet: 'What you both change has to be merged when it is saved.',
  ask: 'Ask to take over',
  asked: (name: string) => `You have asked ${name}.`,
  declined: (name: string) => `${name} goes on editing for now.`,
  take: 'Take over',
  takeIn: counted.en('You can take over in 1 second.', (n) => `You can take over in ${n} seconds.`),
  yourTurn: 'It is your turn to edit this',
  asksTitle: (name: string) => `${name} asks to take over`,
  asksText: 'If you hand over, your unsaved text is kept as your autosave.',
  handOver: 'Hand over',
  notNow: 'Not now',
  textNotKept: 'Your text could not be kept, so nothing was handed over',
  notHandedOver: 'This could not be handed over',
  askerLeft: (name: string) => `${name} has stopped asking`,
  notAsked: 'This did not work',
  takenTitle: (name: string) => `${name} has taken over`,
  takenKept: 'Your unsaved text is kept as your autosave. You find it again when you open this.',
  takenNothing: 'Everything that you wrote had been saved.',
  notKept: 'Your unsaved text could not be kept on the server. Copy it before you leave.',
  stay: 'Stay here',
  toList: 'To the list',
};

const de: typeof en = {
  editedBy: (name) => `${name} bearbeitet dies gerade.`,
  editedElsewhere: (name) => `${name} bearbeitet dies gerade in WordPress.`,
  alsoHere: (names) => `Auch hier: ${names}`,
  mayMeet: 'Was Sie beide ändern, muss beim Speichern zusammengeführt werden.',
  ask: 'Um Übergabe bitten',
  asked: (name) => `Sie haben ${name} gefragt.`,
  declined: (name) => `${name} bearbeitet dies vorerst weiter.`,
  take: 'Übernehmen',
  takeIn: counted.de('In 1 Sekunde können Sie übernehmen.', (n) => `In ${n} Sekunden können Sie übernehmen.`),
  yourTurn: 'Sie sind jetzt an der Reihe',
  asksTitle: (name) => `${name} möchte übernehmen`,
  asksText: 'Wenn Sie übergeben, bleibt Ihr ungespeicherter Text als Ihre automatische Sicherung erhalten.',
  handOver: 'Übergeben',
  notNow: 'Nicht jetzt',
  textNotKept: 'Ihr Text konnte nicht gesichert werden, deshalb wurde nichts übergeben',
  notHandedOver: 'Die Übergabe hat nicht funktioniert',
  askerLeft: (name) => `${name} bittet nicht mehr darum`,
  notAsked: 'Das hat nicht funktioniert',
  takenTitle: (name) => `${name} hat übernommen`,
  takenKept:
    'Ihr ungespeicherter Text ist als Ihre automatische Sicherung erhalten. Sie finden ihn wieder, wenn Sie dies öffnen.',
  takenNothing: 'Alles, was Sie geschrieben haben, war schon gespeichert.',
  notKept: 'Ihr ungespeicherter Text konnte nicht auf dem Server gesichert werden. Kopieren Sie ihn, bevor Sie gehen.',
  stay: 'Hier bleiben',
  toList: 'Zur Liste',
};

/** The words about others who have the same item open. */
export const presenceWords = { en, de };
