import type { BlockKind } from './block-kind.ts';
import { tagAttribute, withClasses } from './edit-source.ts';
import { attribute, label } from './fields.ts';

/** A picture that stands in a line of text. */
export const pictureKind: BlockKind = {
  label: label('Picture', 'Bild'),
  fields: [
    attribute('img', 'alt', label('What the picture shows', 'Was das Bild zeigt'), { isAlways: true }),
    {
      label: label('Position', 'Ausrichtung'),
      control: 'choice',
      choices: [
        ['', label('In the text', 'Im Text')],
        ['left', label('Left', 'Links')],
        ['center', label('Centred', 'Zentriert')],
        ['right', label('Right', 'Rechts')],
      ],
      read: (source) => /\balign(left|center|right)\b/.exec(tagAttribute(source, 'img', 'class') ?? '')?.[1] ?? '',
      write: (source, value) =>
        withClasses(source, 'img', /^align(?:left|center|right|none)$/, value === '' ? [] : [`align${value}`]),
    },
    attribute('img', 'width', label('Width in pixels', 'Breite in Pixeln')),
  ],
  more: [attribute('img', 'title', label('Title', 'Titel'))],
};
