import { Composite } from '../composite.tsx';
import type { ControlProps } from '../control.ts';
import classes from '../fields.module.css';

/** Fields that make one value together. */
export function GroupControl(props: ControlProps) {
  const { field, path, Fields } = props;
  return (
    <Composite {...props}>
      <div className={classes['inner']}>
        <Fields fields={field.fields} path={path} />
      </div>
    </Composite>
  );
}
