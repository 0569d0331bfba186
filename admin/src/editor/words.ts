const en = {
  embed: 'Embed by address',
  embedAddress: 'Address of what is embedded',
  embedHint: 'A video, a post or anything else that can be embedded. It stays a plain address in the text.',
  embedded: (host: string) => `Embedded from ${host}`,
  addEmbed: 'Embed',
  changeEmbed: 'Change the address',
  removeEmbed: 'Remove',
  underline: 'Underlined',
  pictures: 'Add pictures',
  picturesText: 'Say what each picture shows. Leave it empty where a picture is only decoration.',
  altOf: (name: string) => `What ${name} shows`,
  addPictures: 'Add',
  adding: 'The pictures are being uploaded',
  library: 'Choose from the media library',
};

const de: typeof en = {
  embed: 'Per Adresse einbetten',
  embedAddress: 'Adresse dessen, was eingebettet wird',
  embedHint: 'Ein Video, ein Beitrag oder sonst etwas zum Einbetten. Im Text bleibt es eine einfache Adresse.',
  embedded: (host) => `Eingebettet von ${host}`,
  addEmbed: 'Einbetten',
  changeEmbed: 'Adresse ändern',
  removeEmbed: 'Entfernen',
  underline: 'Unterstrichen',
  pictures: 'Bilder hinzufügen',
  picturesText: 'Sagen Sie, was jedes Bild zeigt. Lassen Sie es leer, wo ein Bild nur Schmuck ist.',
  altOf: (name) => `Was ${name} zeigt`,
  addPictures: 'Hinzufügen',
  adding: 'Die Bilder werden hochgeladen',
  library: 'Aus der Mediathek wählen',
};

/** The words of the visual editor, which are loaded with it. */
export const visualWords = { en, de };
