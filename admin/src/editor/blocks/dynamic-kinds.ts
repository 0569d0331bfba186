import type { BlockKind } from './block-kind.ts';
import { type BlockField, choiceFact, fact, type Label, label, numberFact, switchFact } from './fields.ts';

const kind = (en: string, de: string, ...fields: readonly BlockField[]): BlockKind => ({
  label: label(en, de),
  fields,
  isMade: true,
});

const word = (name: string, en: string, de: string): BlockField => fact(name, label(en, de));
const yes = (name: string, en: string, de: string, usual = false): BlockField => switchFact(name, label(en, de), usual);
const count = (name: string, en: string, de: string, usual: number): BlockField =>
  numberFact(name, label(en, de), usual);
const asUsual: Label = label('As usual', 'Wie üblich');
const aligned = (name = 'textAlign'): BlockField =>
  choiceFact(name, label('Text', 'Textausrichtung'), [
    ['', asUsual],
    ['left', label('Left', 'Links')],
    ['center', label('Centred', 'Zentriert')],
    ['right', label('Right', 'Rechts')],
  ]);
const placed = choiceFact('align', label('Position', 'Ausrichtung'), [
  ['', asUsual],
  ['left', label('Left', 'Links')],
  ['center', label('Centred', 'Zentriert')],
  ['right', label('Right', 'Rechts')],
  ['wide', label('Wide', 'Breit')],
  ['full', label('Full width', 'Volle Breite')],
]);
const isLink = yes('isLink', 'Is a link', 'Ist ein Link');
const level = count('level', 'Level of the heading', 'Ebene der Überschrift', 2);
const dropdown = yes('displayAsDropdown', 'As a list to choose from', 'Als Auswahlliste');
const counts = yes('showPostCounts', 'With numbers of posts', 'Mit Anzahl der Beiträge');
const arrow = choiceFact('arrow', label('Arrow', 'Pfeil'), [
  ['none', label('None', 'Keiner')],
  ['arrow', label('Arrow', 'Pfeil')],
  ['chevron', label('Chevron', 'Winkel')],
]);

/** Blocks that the site makes when a page is shown: the editor has a small form for each. */
export const dynamicKinds: Readonly<Record<string, BlockKind>> = {
  'latest-posts': kind(
    'Latest posts',
    'Neueste Beiträge',
    count('postsToShow', 'How many', 'Anzahl', 5),
    yes('displayPostContent', 'With text', 'Mit Text'),
    yes('displayPostDate', 'With date', 'Mit Datum'),
    yes('displayAuthor', 'With author', 'Mit Autor'),
    yes('displayFeaturedImage', 'With picture', 'Mit Bild'),
    placed,
  ),
  'latest-comments': kind(
    'Latest comments',
    'Neueste Kommentare',
    count('commentsToShow', 'How many', 'Anzahl', 5),
    yes('displayAvatar', 'With picture', 'Mit Bild', true),
    yes('displayDate', 'With date', 'Mit Datum', true),
    yes('displayExcerpt', 'With text', 'Mit Text', true),
    placed,
  ),
  archives: kind('Archive', 'Archiv', dropdown, counts, placed),
  categories: kind(
    'Categories',
    'Kategorien',
    dropdown,
    counts,
    yes('showHierarchy', 'As a tree', 'Als Baum'),
    yes('showOnlyTopLevel', 'Only the top level', 'Nur oberste Ebene'),
    placed,
  ),
  calendar: kind('Calendar', 'Kalender', placed),
  'tag-cloud': kind(
    'Tag cloud',
    'Schlagwortwolke',
    count('numberOfTags', 'How many', 'Anzahl', 45),
    yes('showTagCounts', 'With numbers of posts', 'Mit Anzahl der Beiträge'),
    placed,
  ),
  search: kind(
    'Search',
    'Suche',
    word('label', 'Label', 'Beschriftung'),
    word('placeholder', 'Shown while it is empty', 'Platzhalter'),
    word('buttonText', 'Words of the button', 'Text der Schaltfläche'),
    yes('showLabel', 'Show the label', 'Beschriftung zeigen', true),
    yes('buttonUseIcon', 'Button with an icon', 'Schaltfläche mit Symbol'),
    placed,
  ),
  rss: kind(
    'Feed of another site',
    'Feed einer anderen Website',
    fact('feedURL', label('Address of the feed', 'Adresse des Feeds'), 'address'),
    count('itemsToShow', 'How many', 'Anzahl', 5),
    yes('displayAuthor', 'With author', 'Mit Autor'),
    yes('displayDate', 'With date', 'Mit Datum'),
    yes('displayExcerpt', 'With text', 'Mit Text'),
    placed,
  ),
  'page-list': kind(
    'List of pages',
    'Seitenliste',
    count('parentPageID', 'Only pages below this number', 'Nur Seiten unter dieser Nummer', 0),
  ),
  loginout: kind(
    'Log in and out',
    'An- und Abmelden',
    yes('displayLoginAsForm', 'As a form', 'Als Formular'),
    yes('redirectToCurrent', 'Come back to the same page', 'Zur gleichen Seite zurückkehren', true),
  ),
  'social-link': kind(
    'Link to a network',
    'Link zu einem Netzwerk',
    word('service', 'Network', 'Netzwerk'),
    fact('url', label('Address', 'Adresse'), 'address'),
    word('label', 'Label', 'Beschriftung'),
  ),
  'social-links': kind('Links to networks', 'Links zu Netzwerken', placed),
  navigation: kind('Navigation', 'Navigation', count('ref', 'Number of the menu', 'Nummer des Menüs', 0), placed),
  'navigation-link': kind(
    'Link of a menu',
    'Menüpunkt',
    word('label', 'Label', 'Beschriftung'),
    fact('url', label('Address', 'Adresse'), 'address'),
    yes('opensInNewTab', 'Open in a new tab', 'In neuem Tab öffnen'),
  ),
  'site-title': kind(
    'Title of the site',
    'Titel der Website',
    count('level', 'Level of the heading', 'Ebene der Überschrift', 1),
    yes('isLink', 'Is a link', 'Ist ein Link', true),
    aligned(),
  ),
  'site-tagline': kind('Tagline of the site', 'Untertitel der Website', aligned()),
  'site-logo': kind(
    'Logo of the site',
    'Logo der Website',
    count('width', 'Width in pixels', 'Breite in Pixeln', 0),
    yes('isLink', 'Is a link', 'Ist ein Link', true),
    placed,
  ),
  'post-title': kind('Title', 'Titel', level, isLink, aligned()),
  'post-date': kind('Date', 'Datum', word('format', 'Format', 'Format'), isLink, aligned()),
  'post-excerpt': kind(
    'Excerpt',
    'Auszug',
    word('moreText', 'Words of the link', 'Text des Links'),
    count('excerptLength', 'How many words', 'Anzahl der Wörter', 55),
    yes('showMoreOnNewLine', 'Link on a line of its own', 'Link in eigener Zeile', true),
    aligned(),
  ),
  'post-content': kind('Text', 'Inhalt', placed),
  'post-terms': kind(
    'Categories or tags of the item',
    'Kategorien oder Schlagwörter des Eintrags',
    word('term', 'Taxonomy', 'Taxonomie'),
    word('separator', 'Between them', 'Dazwischen'),
    word('prefix', 'Before them', 'Davor'),
    word('suffix', 'After them', 'Danach'),
    aligned(),
  ),
  'post-author': kind(
    'Author',
    'Autor',
    word('byline', 'Line above the name', 'Zeile über dem Namen'),
    yes('showAvatar', 'With picture', 'Mit Bild', true),
    yes('showBio', 'With biography', 'Mit Biografie'),
    isLink,
    aligned(),
  ),
  'post-author-name': kind('Name of the author', 'Name des Autors', isLink, aligned()),
  'post-author-biography': kind('About the author', 'Über den Autor', aligned()),
  'post-featured-image': kind(
    'Featured image',
    'Beitragsbild',
    isLink,
    word('aspectRatio', 'Aspect ratio', 'Seitenverhältnis'),
    word('width', 'Width', 'Breite'),
    word('height', 'Height', 'Höhe'),
    placed,
  ),
  'post-navigation-link': kind(
    'Next or previous item',
    'Nächster oder voriger Eintrag',
    choiceFact('type', label('Which', 'Welcher'), [
      ['next', label('Next', 'Nächster')],
      ['previous', label('Previous', 'Voriger')],
    ]),
    word('label', 'Label', 'Beschriftung'),
    yes('showTitle', 'With title', 'Mit Titel'),
    arrow,
    aligned(),
  ),
  'post-comments-form': kind('Form for comments', 'Kommentarformular', aligned()),
  'read-more': kind(
    'Read on',
    'Weiterlesen',
    word('content', 'Words of the link', 'Text des Links'),
    choiceFact('linkTarget', label('Opens', 'Öffnet sich'), [
      ['_self', label('In the same tab', 'Im gleichen Tab')],
      ['_blank', label('In a new tab', 'In neuem Tab')],
    ]),
  ),
  avatar: kind(
    'Picture of a person',
    'Profilbild',
    count('size', 'Size in pixels', 'Größe in Pixeln', 96),
    isLink,
    placed,
  ),
  'query-title': kind(
    'Title of the archive',
    'Titel des Archivs',
    choiceFact('type', label('Which', 'Welcher'), [
      ['', asUsual],
      ['archive', label('Archive', 'Archiv')],
      ['search', label('Search', 'Suche')],
    ]),
    count('level', 'Level of the heading', 'Ebene der Überschrift', 1),
    aligned(),
  ),
  'term-description': kind('Description of the category', 'Beschreibung der Kategorie', aligned()),
  query: kind('List of items', 'Liste von Einträgen', placed),
  'query-pagination-previous': kind('Previous page', 'Vorige Seite', word('label', 'Label', 'Beschriftung')),
  'query-pagination-next': kind('Next page', 'Nächste Seite', word('label', 'Label', 'Beschriftung')),
  'query-pagination-numbers': kind(
    'Numbers of pages',
    'Seitenzahlen',
    count('midSize', 'Pages beside the current one', 'Seiten neben der aktuellen', 2),
  ),
  'comments-title': kind(
    'Heading of the comments',
    'Überschrift der Kommentare',
    yes('showPostTitle', 'With title', 'Mit Titel', true),
    yes('showCommentsCount', 'With their number', 'Mit Anzahl', true),
    level,
    aligned(),
  ),
  'comments-pagination-previous': kind('Older comments', 'Ältere Kommentare', word('label', 'Label', 'Beschriftung')),
  'comments-pagination-next': kind('Newer comments', 'Neuere Kommentare', word('label', 'Label', 'Beschriftung')),
  'comments-pagination-numbers': kind('Numbers of pages', 'Seitenzahlen'),
  'comment-author-name': kind(
    'Name of the commenter',
    'Name des Kommentierenden',
    yes('isLink', 'Is a link', 'Ist ein Link', true),
    aligned(),
  ),
  'comment-date': kind(
    'Date of the comment',
    'Datum des Kommentars',
    word('format', 'Format', 'Format'),
    yes('isLink', 'Is a link', 'Ist ein Link', true),
  ),
  'comment-content': kind('Text of the comment', 'Text des Kommentars', aligned()),
  'comment-edit-link': kind('Edit the comment', 'Kommentar bearbeiten', aligned()),
  'comment-reply-link': kind('Answer the comment', 'Auf den Kommentar antworten', aligned()),
  footnotes: kind('Footnotes', 'Fußnoten'),
};
