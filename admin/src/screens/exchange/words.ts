import { counted } from '../../words/counted.ts';
import type { OwnWords } from '../../words/words.tsx';

const enItems = counted.en('1 item', (n) => `${n} items`);
const enFiles = counted.en('1 file', (n) => `${n} files`);

const en = {
  title: 'Import and export',
  import: 'Import',
  importText:
    'Brings in the content of an export file of this or another site. The same file again adds nothing twice.',
  chooseFile: 'Choose an export file',
  fileHint: '.xml, or packed as .xml.gz',
  author: 'Author of what comes in',
  keepAuthors: 'As in the file',
  fetch: 'Fetch pictures and other files from the old site',
  tryFirst: 'Try it first',
  begin: 'Import now',
  uploading: (percent: number) => `Uploading: ${percent} %`,
  cancelUpload: 'Stop uploading',
  oldAddress: 'Old address in links',
  oldAddressHint: 'Replaced in everything that comes in.',
  newAddress: 'New address',
  newAddressHint: 'Leave both empty to keep links.',
  restore: 'Restore an archive',
  restoreText:
    'Replaces the whole site: content, users, settings. The present site is kept as an archive first, so that you can go back.',
  chooseArchive: 'Choose an archive',
  archiveFileHint: '.tar.gz, as “Export everything” writes it',
  tryArchive: 'Look into it first',
  restoreNow: 'Replace the site',
  restoreAsk: 'Replace the whole site?',
  restoreAskText:
    'Everything is replaced by the archive, and everybody is logged out. Log in again with an account of the archive.',
  export: 'Export',
  exportText: 'The site as a file, in one state, while it goes on. It stays here for a week.',
  exportWxr: 'Export posts, pages and comments',
  exportArchive: 'Export everything as an archive',
  exportArchiveText:
    'With users and files, to restore it here or on another server. Keep it safe: it holds password hashes.',
  jobs: 'Imports and exports',
  none: 'Nothing was imported or exported yet.',
  kinds: { import: 'Import', export: 'Export', archive: 'Archive', restore: 'Restore' },
  dryRun: 'Only tried',
  states: { queued: 'Waiting', running: 'Under way', done: 'Done', failed: 'Failed', cancelled: 'Stopped' },
  incomplete: 'Incomplete',
  outcomes: {
    cameIn: (items: number, files: number) => `Everything came in: ${enItems(items)}, ${enFiles(files)}.`,
    nothingNew: 'Everything in the file was here already. Nothing was added.',
    textsOnly: (count: number) => `The texts came in. ${enFiles(count)} stayed on the old site, as you chose.`,
    refused: (count: number, all: number) =>
      `${count === all ? 'None' : 'Not all'} of the content came in: ${count} of ${enItems(all)} were refused.`,
    filesMissing: (count: number, all: number) =>
      count === all
        ? `The texts came in, but none of ${enFiles(all)} could be fetched.`
        : `The texts came in, but ${count} of ${enFiles(all)} could not be fetched.`,
    tried: (items: number, files: number) =>
      `Nothing was changed. ${enItems(items)} and ${enFiles(files)} would come in.`,
    triedRefused: (count: number) => `Nothing was changed. ${enItems(count)} would be refused.`,
    written: 'The file is ready.',
    gone: 'The file was written, and is not here any more.',
    replaced: 'The site was replaced by the archive.',
    replacedInPart: (count: number) =>
      `The site was replaced by the archive, but ${counted.en('1 part of it was', (n) => `${n} parts of it were`)(count)} left out.`,
    archiveTried: 'Nothing was changed. The archive is whole.',
    failed: {
      import: 'The import stopped before the end of the file.',
      restore: 'The site was not replaced.',
      export: 'No file was written.',
      archive: 'No file was written.',
    },
    cancelled: 'Somebody stopped it.',
  },
  next: {
    fetchAgain:
      'Make sure that the old site can be reached, then import the same file again: only what is missing is fetched.',
    fetchThem: 'To bring them, switch “Fetch pictures and other files” on and import the same file again.',
    reasons: 'The report says why.',
    importAgain: 'What came in stays. Import the same file again to go on: nothing is added twice.',
    exportAgain: 'Try again. If it fails again, look at the free space and the log of the server.',
    restoreAgain: 'The content is as it was. Check the archive, then try again.',
    download: 'Download it within a week; it is removed then.',
    exportNew: 'Export again for a new one.',
    begin: 'Press “Import now” to bring it in.',
    replace: 'Press “Replace the site” to use it.',
  },
  stopping: 'Stopping',
  cancel: 'Stop',
  download: 'Download',
  remove: 'Remove',
  again: 'Begun again after a crash',
  soFar: (items: number, files: number) => `${enItems(items)}, ${enFiles(files)}`,
  progress: 'Progress',
  report: 'Report',
  hideReport: 'Hide the report',
  what: 'What',
  inFile: 'In the file',
  imported: 'Imported',
  wouldImport: 'Would come in',
  present: 'Already here',
  changed: 'Changed',
  refused: 'Refused',
  rowKinds: {
    author: 'Authors',
    authorField: 'Fields of authors',
    term: 'Terms',
    termField: 'Fields of terms',
    item: 'Items',
    field: 'Custom fields',
    sticky: 'Sticky posts',
    file: 'Files',
    row: 'Rows',
    comment: 'Comments',
    commentField: 'Fields of comments',
  } as Readonly<Record<string, string>>,
  showNotes: counted.en('Show 1 more note', (n) => `Show ${n} more notes`),
  moreNotes: counted.en('1 more note', (n) => `${n} more notes`),
};

const deItems = counted.de('1 Inhalt', (n) => `${n} Inhalte`);
const deFiles = counted.de('1 Datei', (n) => `${n} Dateien`);

const de: typeof en = {
  title: 'Import und Export',
  import: 'Import',
  importText:
    'Holt die Inhalte einer Exportdatei dieser oder einer anderen Website herein. Dieselbe Datei fügt nichts doppelt hinzu.',
  chooseFile: 'Exportdatei wählen',
  fileHint: '.xml oder gepackt als .xml.gz',
  author: 'Autor dessen, was hereinkommt',
  keepAuthors: 'Wie in der Datei',
  fetch: 'Bilder und andere Dateien von der alten Website holen',
  tryFirst: 'Erst ausprobieren',
  begin: 'Jetzt importieren',
  uploading: (percent) => `Hochladen: ${percent} %`,
  cancelUpload: 'Hochladen abbrechen',
  oldAddress: 'Alte Adresse in Links',
  oldAddressHint: 'Wird in allem ersetzt, was hereinkommt.',
  newAddress: 'Neue Adresse',
  newAddressHint: 'Beides leer lassen, um Links zu behalten.',
  restore: 'Archiv wiederherstellen',
  restoreText:
    'Ersetzt die ganze Website: Inhalte, Benutzer, Einstellungen. Die jetzige wird vorher als Archiv aufgehoben, damit es einen Weg zurück gibt.',
  chooseArchive: 'Archiv wählen',
  archiveFileHint: '.tar.gz, wie „Alles als Archiv exportieren“ es schreibt',
  tryArchive: 'Erst hineinsehen',
  restoreNow: 'Website ersetzen',
  restoreAsk: 'Die ganze Website ersetzen?',
  restoreAskText:
    'Alles wird durch das Archiv ersetzt, und alle werden abgemeldet. Danach gilt die Anmeldung mit einem Konto des Archivs.',
  export: 'Export',
  exportText: 'Die Website als Datei, in einem Zustand, während sie weiterläuft. Sie bleibt eine Woche hier.',
  exportWxr: 'Inhalte exportieren',
  exportArchive: 'Alles als Archiv exportieren',
  exportArchiveText:
    'Mit Benutzern und Dateien, um sie hier oder anderswo wiederherzustellen. Bewahren Sie es sicher auf: Es enthält Prüfsummen von Passwörtern.',
  jobs: 'Importe und Exporte',
  none: 'Noch wurde nichts importiert oder exportiert.',
  kinds: { import: 'Import', export: 'Export', archive: 'Archiv', restore: 'Wiederherstellung' },
  dryRun: 'Nur ausprobiert',
  states: { queued: 'Wartet', running: 'Läuft', done: 'Fertig', failed: 'Fehlgeschlagen', cancelled: 'Angehalten' },
  incomplete: 'Unvollständig',
  outcomes: {
    cameIn: (items, files) => `Alles ist hereingekommen: ${deItems(items)}, ${deFiles(files)}.`,
    nothingNew: 'Alles aus der Datei war schon hier. Nichts kam hinzu.',
    textsOnly: (count) =>
      `Die Texte sind hereingekommen. Auf der alten Website geblieben, wie gewählt: ${deFiles(count)}.`,
    refused: (count, all) =>
      `${count === all ? 'Nichts' : 'Nicht alles'} ist hereingekommen. Abgelehnt: ${count} von ${counted.de('1 Inhalt', (n) => `${n} Inhalten`)(all)}.`,
    filesMissing: (count, all) =>
      `Die Texte sind hereingekommen, Dateien fehlen: ${count} von ${deFiles(all)} ließen sich nicht holen.`,
    tried: (items, files) => `Nichts wurde geändert. Hereinkommen würden ${deItems(items)} und ${deFiles(files)}.`,
    triedRefused: (count) => `Nichts wurde geändert. Abgelehnt würden: ${deItems(count)}.`,
    written: 'Die Datei ist bereit.',
    gone: 'Die Datei wurde geschrieben und ist nicht mehr hier.',
    replaced: 'Die Website wurde durch das Archiv ersetzt.',
    replacedInPart: (count) =>
      `Die Website wurde durch das Archiv ersetzt. Ausgelassen: ${counted.de('1 Teil', (n) => `${n} Teile`)(count)}.`,
    archiveTried: 'Nichts wurde geändert. Das Archiv ist vollständig.',
    failed: {
      import: 'Der Import brach vor dem Ende der Datei ab.',
      restore: 'Die Website wurde nicht ersetzt.',
      export: 'Es wurde keine Datei geschrieben.',
      archive: 'Es wurde keine Datei geschrieben.',
    },
    cancelled: 'Jemand hat es angehalten.',
  },
  next: {
    fetchAgain:
      'Sorgen Sie dafür, dass die alte Website erreichbar ist, und importieren Sie dieselbe Datei noch einmal: Nur was fehlt, wird geholt.',
    fetchThem:
      'Schalten Sie „Bilder und andere Dateien holen“ ein und importieren Sie dieselbe Datei noch einmal, um sie zu holen.',
    reasons: 'Warum, steht im Bericht.',
    importAgain:
      'Was hereinkam, bleibt. Importieren Sie dieselbe Datei noch einmal, um fortzufahren: Nichts kommt doppelt hinzu.',
    exportAgain:
      'Versuchen Sie es noch einmal. Scheitert es wieder, sehen Sie nach dem freien Platz und in das Protokoll des Servers.',
    restoreAgain: 'Die Inhalte sind, wie sie waren. Prüfen Sie das Archiv und versuchen Sie es noch einmal.',
    download: 'Laden Sie sie innerhalb einer Woche herunter; danach wird sie entfernt.',
    exportNew: 'Exportieren Sie noch einmal, um eine neue zu bekommen.',
    begin: '„Jetzt importieren“ bringt es herein.',
    replace: '„Website ersetzen“ verwendet es.',
  },
  stopping: 'Wird angehalten',
  cancel: 'Anhalten',
  download: 'Herunterladen',
  remove: 'Entfernen',
  again: 'Nach einem Absturz erneut begonnen',
  soFar: (items, files) => `${deItems(items)}, ${deFiles(files)}`,
  progress: 'Fortschritt',
  report: 'Bericht',
  hideReport: 'Bericht ausblenden',
  what: 'Was',
  inFile: 'In der Datei',
  imported: 'Importiert',
  wouldImport: 'Käme herein',
  present: 'Schon hier',
  changed: 'Geändert',
  refused: 'Abgelehnt',
  rowKinds: {
    author: 'Autoren',
    authorField: 'Felder von Autoren',
    term: 'Begriffe',
    termField: 'Felder von Begriffen',
    item: 'Inhalte',
    field: 'Eigene Felder',
    sticky: 'Angeheftete Beiträge',
    file: 'Dateien',
    row: 'Zeilen',
    comment: 'Kommentare',
    commentField: 'Felder von Kommentaren',
  },
  showNotes: counted.de('1 weiteren Hinweis zeigen', (n) => `${n} weitere Hinweise zeigen`),
  moreNotes: counted.de('1 weiterer Hinweis', (n) => `${n} weitere Hinweise`),
};

export type ExchangeWords = typeof en;
export const exchangeWords: OwnWords<typeof en> = { en, de };
