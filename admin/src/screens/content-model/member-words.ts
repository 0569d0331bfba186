import type { FieldKind } from '../../api/description.ts';
import type { OwnWords } from '../../words/words.tsx';
import type { KindGroup } from './kinds.ts';
import type { MemberName } from './members.ts';

interface Named {
  readonly label: string;
  readonly help: string;
}

interface MemberWords {
  readonly groups: Readonly<Record<KindGroup, string>>;
  readonly kinds: Readonly<Record<FieldKind, Named>>;
  readonly members: Readonly<Record<MemberName, Named>>;
  readonly more: string;
  readonly value: string;
  readonly valueLabel: string;
  readonly all: Named;
  readonly field: string;
  readonly operator: string;
  readonly wanted: string;
  readonly operators: Readonly<Record<string, string>>;
}

const named = (label: string, help = ''): Named => ({ label, help });

const en: MemberWords = {
  groups: {
    text: 'Text',
    number: 'Numbers and choices',
    date: 'Dates',
    file: 'Files',
    relation: 'Relations',
    structure: 'Structure',
  },
  kinds: {
    text: named('Text', 'One line'),
    textarea: named('Long text', 'Several lines without formatting'),
    richtext: named('Formatted text', 'With headings, lists and links'),
    email: named('E-mail address', 'Checked for its form'),
    url: named('Web address', 'Checked for its form'),
    link: named('Link', 'An address with its text'),
    number: named('Number', 'With decimals, such as a price'),
    integer: named('Whole number', 'Such as a count'),
    boolean: named('Yes or no', 'A switch'),
    choice: named('Choice', 'One of several words'),
    choices: named('Several choices', 'Any of several words'),
    color: named('Colour', 'Such as #33aaff'),
    date: named('Date', 'A day'),
    datetime: named('Date and time', 'A day and an hour'),
    time: named('Time', 'An hour of any day'),
    image: named('Picture', 'One picture of the media library'),
    gallery: named('Gallery', 'Several pictures in an order'),
    file: named('File', 'One file of the media library'),
    posts: named('Entries', 'Leads to entries of some types'),
    terms: named('Terms', 'Leads to terms of some taxonomies'),
    users: named('Users', 'Leads to accounts'),
    group: named('Group', 'Fields that belong together'),
    repeater: named('Rows', 'The same fields, as often as needed'),
    layouts: named('Building blocks', 'Rows of several kinds'),
    json: named('JSON', 'Anything, for programs'),
  },
  members: {
    label: named('Label', 'Stands above the field.'),
    name: named('Name', 'What programs call it.'),
    kind: named('Kind'),
    help: named('Help'),
    required: named('Required', 'Entries cannot be published without a value.'),
    readonly: named('Read only', 'It is shown in forms, and only programs on the server write it.'),
    showWhen: named('Show only when', 'One of these groups of conditions must hold. Without any it is always shown.'),
    width: named('Width', 'Per cent of the row in the form.'),
    default: named('Default'),
    minLength: named('Fewest characters'),
    maxLength: named('Most characters'),
    pattern: named('Pattern', 'A regular expression for the whole text, such as [A-Z]{3}-[0-9]+'),
    minimum: named('Smallest'),
    maximum: named('Largest'),
    step: named('Step'),
    choices: named('Choices', 'What is stored, and the word that people see for it.'),
    minItems: named('Fewest'),
    maxItems: named('Most'),
    mimeTypes: named('Kinds of files', 'Such as application/pdf, image/*. Empty for all.'),
    to: named('Leads to', 'Nothing chosen means all of them.'),
    single: named('Only one', 'One instead of a list.'),
    fields: named('Fields', 'What people fill in for each entry, in this order.'),
    layouts: named('Building blocks', 'Each has fields of its own.'),
    tab: named('Tab', 'The tab of the form that it stands in.'),
    group: named('Heading', 'The heading of the form that it stands below.'),
    column: named('Column', 'Lists of entries show it.'),
    index: named('Fast filters', 'Large lists can be narrowed and sorted by it quickly.'),
    mayRead: named('Who may read it', 'The name of a capability, such as edit_others_posts. Empty for everyone.'),
    mayWrite: named('Who may change it', 'The name of a capability. Empty for whoever may edit the entry.'),
  },
  more: 'Form, conditions and rights',
  value: 'Value',
  valueLabel: 'Label',
  all: named('All of these'),
  field: 'Field',
  operator: 'Comparison',
  wanted: 'Value',
  operators: {
    '==': 'is',
    '!=': 'is not',
    '>': 'is more than',
    '<': 'is less than',
    contains: 'contains',
    empty: 'is empty',
    not_empty: 'is not empty',
  },
};

const de: MemberWords = {
  groups: {
    text: 'Text',
    number: 'Zahlen und Auswahl',
    date: 'Datum',
    file: 'Dateien',
    relation: 'Beziehungen',
    structure: 'Aufbau',
  },
  kinds: {
    text: named('Text', 'Eine Zeile'),
    textarea: named('Langer Text', 'Mehrere Zeilen ohne Formatierung'),
    richtext: named('Formatierter Text', 'Mit Überschriften, Listen und Links'),
    email: named('E-Mail-Adresse', 'Die Form wird geprüft'),
    url: named('Webadresse', 'Die Form wird geprüft'),
    link: named('Link', 'Eine Adresse mit ihrem Text'),
    number: named('Zahl', 'Mit Nachkommastellen, etwa ein Preis'),
    integer: named('Ganze Zahl', 'Etwa eine Anzahl'),
    boolean: named('Ja oder nein', 'Ein Schalter'),
    choice: named('Auswahl', 'Eines von mehreren Wörtern'),
    choices: named('Mehrfachauswahl', 'Beliebig viele von mehreren Wörtern'),
    color: named('Farbe', 'Etwa #33aaff'),
    date: named('Datum', 'Ein Tag'),
    datetime: named('Datum und Uhrzeit', 'Ein Tag und eine Uhrzeit'),
    time: named('Uhrzeit', 'Eine Uhrzeit an jedem Tag'),
    image: named('Bild', 'Ein Bild der Mediathek'),
    gallery: named('Galerie', 'Mehrere Bilder in einer Reihenfolge'),
    file: named('Datei', 'Eine Datei der Mediathek'),
    posts: named('Einträge', 'Führt zu Einträgen bestimmter Typen'),
    terms: named('Begriffe', 'Führt zu Begriffen bestimmter Taxonomien'),
    users: named('Benutzer', 'Führt zu Konten'),
    group: named('Gruppe', 'Felder, die zusammengehören'),
    repeater: named('Zeilen', 'Die gleichen Felder, so oft wie nötig'),
    layouts: named('Bausteine', 'Zeilen verschiedener Art'),
    json: named('JSON', 'Beliebiges, für Programme'),
  },
  members: {
    label: named('Beschriftung', 'Steht über dem Feld.'),
    name: named('Name', 'Wie Programme es nennen.'),
    kind: named('Art'),
    help: named('Hilfe'),
    required: named('Erforderlich', 'Ohne Wert lässt sich kein Eintrag veröffentlichen.'),
    readonly: named('Nur lesen', 'Formulare zeigen es, und nur Programme auf dem Server schreiben es.'),
    showWhen: named(
      'Nur zeigen, wenn',
      'Eine dieser Gruppen von Bedingungen muss erfüllt sein. Ohne Bedingung ist es immer da.',
    ),
    width: named('Breite', 'Prozent der Zeile im Formular.'),
    default: named('Vorgabe'),
    minLength: named('Wenigste Zeichen'),
    maxLength: named('Meiste Zeichen'),
    pattern: named('Muster', 'Ein regulärer Ausdruck für den ganzen Text, etwa [A-Z]{3}-[0-9]+'),
    minimum: named('Kleinster Wert'),
    maximum: named('Größter Wert'),
    step: named('Schritt'),
    choices: named('Auswahl', 'Was gespeichert wird, und das Wort, das Menschen dafür sehen.'),
    minItems: named('Mindestens'),
    maxItems: named('Höchstens'),
    mimeTypes: named('Arten von Dateien', 'Etwa application/pdf, image/*. Leer für alle.'),
    to: named('Führt zu', 'Ist nichts gewählt, sind es alle.'),
    single: named('Nur eines', 'Eines statt einer Liste.'),
    fields: named('Felder', 'Was für jeden Eintrag ausgefüllt wird, in dieser Reihenfolge.'),
    layouts: named('Bausteine', 'Jeder hat eigene Felder.'),
    tab: named('Reiter', 'Der Reiter des Formulars, in dem es steht.'),
    group: named('Überschrift', 'Die Überschrift des Formulars, unter der es steht.'),
    column: named('Spalte', 'Listen von Einträgen zeigen es.'),
    index: named('Schnelle Filter', 'Große Listen lassen sich schnell danach filtern und sortieren.'),
    mayRead: named('Wer es lesen darf', 'Der Name eines Rechts, etwa edit_others_posts. Leer für alle.'),
    mayWrite: named('Wer es ändern darf', 'Der Name eines Rechts. Leer für alle, die den Eintrag bearbeiten dürfen.'),
  },
  more: 'Formular, Bedingungen und Rechte',
  value: 'Wert',
  valueLabel: 'Beschriftung',
  all: named('Alle davon'),
  field: 'Feld',
  operator: 'Vergleich',
  wanted: 'Wert',
  operators: {
    '==': 'ist',
    '!=': 'ist nicht',
    '>': 'ist mehr als',
    '<': 'ist weniger als',
    contains: 'enthält',
    empty: 'ist leer',
    not_empty: 'ist nicht leer',
  },
};

/** What the kinds of fields and the members of their declarations are called. */
export const memberWords: OwnWords<MemberWords> = { en, de };
