import { ChosenFile } from '../../media/chosen-file.tsx';
import { Composite, describedBy } from '../composite.tsx';
import { type ControlProps, numberOf } from '../control.ts';

const pictures = ['image/*'];

/** A file or a picture of the media library. */
export function FileControl(props: ControlProps) {
  const { field, value, change } = props;
  const usual = field.kind === 'image' ? pictures : [];
  return (
    <Composite {...props}>
      <ChosenFile
        label={field.label}
        mimeTypes={field.mime_types.length > 0 ? field.mime_types : usual}
        value={numberOf(value)}
        onChange={change}
        isReadOnly={field.readonly}
        describedBy={describedBy(props)}
      />
    </Composite>
  );
}
