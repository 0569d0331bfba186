import { useIntersection } from '@mantine/hooks';
import { useEffect, useState } from 'react';
import { lazyPart } from '../../../ui/lazy-part.tsx';
import { LoadingRows } from '../../../ui/states.tsx';
import { Composite } from '../composite.tsx';
import { type ControlProps, textOf } from '../control.ts';
import classes from '../fields.module.css';
import { useForm, useFormRevision, useWanted } from '../use-form.ts';

const VisualEditor = lazyPart(
  () => import('../../../editor/visual/visual-editor.tsx'),
  (m) => m.VisualEditor,
  { loading: <LoadingRows rows={2} /> },
);

/** A text with formatting. The editor is made when it comes into view: a form may have many. */
export function RichTextControl(props: ControlProps) {
  const { field, path, change } = props;
  const form = useForm();
  const revision = useFormRevision();
  const { ref, entry } = useIntersection({ rootMargin: '200px' });
  const isWanted = useWanted(path) !== null;
  const [isMade, setMade] = useState(false);
  useEffect(() => {
    if (entry?.isIntersecting || isWanted) setMade(true);
  }, [entry, isWanted]);
  return (
    <Composite {...props}>
      <div ref={ref} className={classes['richtext']}>
        {isMade && (
          <VisualEditor
            // It has what was typed; other texts need another editor.
            key={revision}
            label={field.label}
            value={textOf(form.at(path))}
            onChange={change}
            hasToolbar={!field.readonly}
          />
        )}
      </div>
    </Composite>
  );
}
