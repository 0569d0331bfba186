const en = {
  view: 'View',
  grid: 'Grid',
  list: 'List',
  name: 'Name',
  author: 'Uploaded by',
  date: 'Date',
  type: 'Type',
  picker: 'Media library',
  pickerEmpty: 'There are no pictures yet',
  choose: (name: string) => `Choose ${name}`,
  uses: 'Where it is used',
  usesNone: 'No text that you may edit uses this file.',
  usesMore: 'There may be more.',
  usedAs: { featured: 'featured picture', content: 'in the text', attached: 'attached' },
  replace: 'Replace the file',
  replaceHint: 'The address stays the same, so that every text shows the new file. It must be of the same type.',
  replaced: 'The file was replaced',
  dimensions: (width: number, height: number) => `${width} × ${height} pixels`,
};

const de: typeof en = {
  view: 'Ansicht',
  grid: 'Raster',
  list: 'Liste',
  name: 'Name',
  author: 'Hochgeladen von',
  date: 'Datum',
  type: 'Art',
  picker: 'Mediathek',
  pickerEmpty: 'Es gibt noch keine Bilder',
  choose: (name) => `${name} wählen`,
  uses: 'Wo sie verwendet wird',
  usesNone: 'Kein Text, den Sie bearbeiten dürfen, verwendet diese Datei.',
  usesMore: 'Es können noch mehr sein.',
  usedAs: { featured: 'Beitragsbild', content: 'im Text', attached: 'angehängt' },
  replace: 'Datei ersetzen',
  replaceHint: 'Die Adresse bleibt, so dass jeder Text die neue Datei zeigt. Sie muss von derselben Art sein.',
  replaced: 'Die Datei wurde ersetzt',
  dimensions: (width, height) => `${width} × ${height} Pixel`,
};

/** The words of the media screens that nothing before them needs. */
export const mediaWords = { en, de };
