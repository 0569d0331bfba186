const en = {
  devices: { phone: 'Phone', tablet: 'Tablet', desktop: 'Desktop' },
  width: 'Width of the preview',
  frame: 'How readers will see it',
  openInTab: 'Open in a tab',
  besideText: 'Show beside the text',
  onWholeScreen: 'Show on the whole screen',
  worksUntil: (time: string) => `The link works until ${time}.`,
  copyLink: 'Copy link',
  end: 'Stop sharing',
  notEnded: 'The preview was not ended',
  ended: 'This preview has ended',
  endedText: 'Nobody can open its link any more.',
  again: 'Make another one',
  none: 'There is no page to preview',
  noneText:
    'The server shows no pages (PLATEN_PAGES=off), or none of this type. Set PLATEN_PREVIEW_URL to the address where your front end shows previews.',
  failed: 'The preview does not show your last changes',
  states: { making: '', current: 'Up to date', updating: 'Updating…', failed: 'Not up to date', ended: '' },
};

const de: typeof en = {
  devices: { phone: 'Telefon', tablet: 'Tablet', desktop: 'Bildschirm' },
  width: 'Breite der Vorschau',
  frame: 'So werden Leser es sehen',
  openInTab: 'In einem Tab öffnen',
  besideText: 'Neben dem Text zeigen',
  onWholeScreen: 'Auf dem ganzen Bildschirm zeigen',
  worksUntil: (time) => `Der Link gilt bis ${time}.`,
  copyLink: 'Link kopieren',
  end: 'Nicht mehr teilen',
  notEnded: 'Die Vorschau wurde nicht beendet',
  ended: 'Diese Vorschau ist beendet',
  endedText: 'Niemand kann ihren Link mehr öffnen.',
  again: 'Neue Vorschau zeigen',
  none: 'Es gibt keine Seite für die Vorschau',
  noneText:
    'Der Server zeigt keine Seiten (PLATEN_PAGES=off) oder keine dieses Typs. Setzen Sie PLATEN_PREVIEW_URL auf die Adresse, unter der Ihr Frontend Vorschauen zeigt.',
  failed: 'Die Vorschau zeigt Ihre letzten Änderungen nicht',
  states: { making: '', current: 'Aktuell', updating: 'Wird aktualisiert …', failed: 'Nicht aktuell', ended: '' },
};

export const previewWords = { en, de };
