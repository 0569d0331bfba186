import { Button, Image, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { FileText, ImagePlus } from 'lucide-react';
import { useState } from 'react';
import { lazyDialog } from '../../../ui/lazy-dialog.tsx';
import { useOwnWords } from '../../../words/words.tsx';
import { nameOf, thumbnailOf } from '../../media/attachment-facts.ts';
import { fileById } from '../../media/file-by-id.ts';
import { Composite } from '../composite.tsx';
import { type ControlProps, numberOf } from '../control.ts';
import { OrderedList } from '../ordered-list.tsx';
import { rowsOf } from '../paths.ts';
import classes from '../rows.module.css';
import { fieldWords } from '../words.ts';

const MediaPicker = lazyDialog(
  () => import('../../media/media-picker.tsx'),
  (m) => m.MediaPicker,
);

const pictures = ['image/*'];

/** Several files in an order. */
export function GalleryControl(props: ControlProps) {
  const { field, value, change } = props;
  const own = useOwnWords(fieldWords);
  const [isChoosing, setChoosing] = useState(false);
  const ids = rowsOf(value).map(numberOf);
  return (
    <Composite {...props}>
      <OrderedList
        ids={ids}
        change={change}
        isReadOnly={field.readonly}
        nameOf={(id) => `#${id}`}
        show={(id) => <GalleryFile id={id} />}
      />
      {!field.readonly && (
        <Button
          size="compact-sm"
          variant="default"
          leftSection={<ImagePlus size={16} aria-hidden />}
          onClick={() => setChoosing(true)}
        >
          {own.addFiles}
        </Button>
      )}
      {isChoosing && (
        <MediaPicker
          mimeTypes={field.mime_types.length > 0 ? field.mime_types : pictures}
          choose={({ id }) => change([...ids, id])}
          chooseMany={(files) => change([...ids, ...files.map(({ id }) => id).filter((id) => !ids.includes(id))])}
          close={() => setChoosing(false)}
        />
      )}
    </Composite>
  );
}

function GalleryFile({ id }: { readonly id: number }) {
  const { data } = useQuery(fileById(id));
  if (!data) return <Text size="sm">#{id}</Text>;
  return (
    <span className={classes['file']}>
      {data.media_type === 'image' ? (
        <Image src={thumbnailOf(data)} alt={data.alt_text} w={56} h={42} radius="sm" fit="cover" />
      ) : (
        <FileText size={24} aria-hidden />
      )}
      <Text size="sm" truncate>
        {nameOf(data)}
      </Text>
    </span>
  );
}
