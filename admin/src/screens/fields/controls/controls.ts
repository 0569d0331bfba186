import type { FieldKind } from '../../../api/description.ts';
import type { Control } from '../control.ts';
import { BooleanControl, ChoiceControl, ChoicesControl } from './choice-controls.tsx';
import { FileControl } from './file-control.tsx';
import { GalleryControl } from './gallery-control.tsx';
import { GroupControl } from './group-control.tsx';
import { JsonControl } from './json-control.tsx';
import { LinkControl } from './link-control.tsx';
import { NumberControl } from './number-control.tsx';
import { RelationControl } from './relation-control.tsx';
import { RichTextControl } from './richtext-control.tsx';
import { LayoutsControl, RepeaterControl } from './rows-control.tsx';
import {
  ColorControl,
  DateControl,
  DateTimeControl,
  EmailControl,
  TextAreaControl,
  TextControl,
  TimeControl,
  UrlControl,
} from './text-controls.tsx';

/** What each kind of field is edited with. */
export const controls: Readonly<Record<FieldKind, Control>> = {
  text: TextControl,
  textarea: TextAreaControl,
  richtext: RichTextControl,
  number: NumberControl,
  integer: NumberControl,
  boolean: BooleanControl,
  choice: ChoiceControl,
  choices: ChoicesControl,
  date: DateControl,
  datetime: DateTimeControl,
  time: TimeControl,
  color: ColorControl,
  link: LinkControl,
  email: EmailControl,
  url: UrlControl,
  file: FileControl,
  image: FileControl,
  gallery: GalleryControl,
  posts: RelationControl,
  terms: RelationControl,
  users: RelationControl,
  group: GroupControl,
  repeater: RepeaterControl,
  layouts: LayoutsControl,
  json: JsonControl,
};
