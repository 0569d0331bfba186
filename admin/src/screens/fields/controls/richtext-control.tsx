import { useIntersection } from '@mantine/hooks';
import { lazy, Suspense, useEffect, useState } from 'react';
import { LoadingRows } from '../../../ui/states.tsx';
import { Composite } from '../composite.tsx';
import { type ControlProps, textOf } from '../control.ts';
import classes from '../fields.module.css';
import { useForm, useFormRevision, useWanted } from '../use-form.ts';

const VisualEditor = lazy(() =>
  import('../../../editor/visual/visual-editor.tsx').then((m) => ({ default: m.VisualEditor })),
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
          <Suspense fallback={<LoadingRows rows={2} />}>
            {/* It has what was typed; other texts need another editor. */}
            <VisualEditor
              key={revision}
              label={field.label}
              value={textOf(form.at(path))}
              onChange={change}
              hasToolbar={!field.readonly}
            />
          </Suspense>
        )}
      </div>
    </Composite>
  );
}
