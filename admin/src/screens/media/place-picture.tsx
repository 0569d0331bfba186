import { Group, Image, Text } from '@mantine/core';
import { useState } from 'react';
import type { AttachmentEdit } from '../../api/interface.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { useOwnWords } from '../../words/words.tsx';
import { type AltText, AltTextField } from './alt-texts-dialog.tsx';
import { thumbnailOf } from './attachment-facts.ts';
import { libraryWords } from './library-words.ts';
import { MediaPicker } from './media-picker.tsx';
import { mediaWords } from './words.ts';

interface PlacePictureProps {
  readonly place: (file: AttachmentEdit, alt: string) => void;
  readonly close: () => void;
}

/** A picture of the library for a text: chosen, and described where nothing is said of it yet. */
export function PlacePicture({ place, close }: PlacePictureProps) {
  const own = useOwnWords(mediaWords);
  const library = useOwnWords(libraryWords);
  const [chosen, setChosen] = useState<AttachmentEdit | null>(null);
  const [text, setText] = useState<AltText>({ alt: '', decorative: false });
  const [isMissing, setMissing] = useState(false);
  if (!chosen)
    return (
      <MediaPicker
        choose={(file) => {
          setText({ alt: file.alt_text, decorative: false });
          setChosen(file);
        }}
        close={close}
        staysOpen
      />
    );
  const insert = () => {
    if (!text.decorative && text.alt.trim() === '') return setMissing(true);
    place(chosen, text.decorative ? '' : text.alt.trim());
    close();
  };
  return (
    <FormDialog
      title={library.place}
      submit={library.insert}
      saving={{ isPending: false, error: null, mutate: insert }}
      close={close}
    >
      <Text size="sm">{library.placeText}</Text>
      <Group wrap="nowrap" align="flex-start">
        <Image src={thumbnailOf(chosen)} alt="" w={96} h={96} fit="cover" radius="sm" />
        <AltTextField
          id={chosen.id}
          label={own.alt}
          decorativeLabel={own.decorative}
          {...text}
          onChange={setText}
          isFirst
        />
      </Group>
      {isMissing && !text.decorative && text.alt.trim() === '' && (
        <Text size="sm" c="red" role="alert">
          {library.altTextsText}
        </Text>
      )}
    </FormDialog>
  );
}
