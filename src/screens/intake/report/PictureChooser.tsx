import { CameraOutlined, CloseOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useId, useRef, useState } from 'react';
import styles from './report.module.css';
import { sentPicture } from './sent-picture.ts';
import { useIntakeText } from './text.ts';

/** A picture that was chosen, and its id once it has been brought. */
export interface ChosenPicture {
  readonly address: string;
  readonly content: Blob;
  readonly id?: string;
}

interface PictureChooserProps {
  readonly title: string;
  readonly most: number;
  readonly pictures: readonly ChosenPicture[];
  readonly disabled: boolean;
  readonly onChange: (pictures: readonly ChosenPicture[]) => void;
}

/** Chooses pictures or takes them; they are made smaller here, which also leaves out where and by what they were taken. */
export function PictureChooser({ title, most, pictures, disabled, onChange }: PictureChooserProps) {
  const text = useIntakeText();
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [fault, setFault] = useState('');
  const add = async (files: readonly File[]): Promise<void> => {
    setFault('');
    const made: ChosenPicture[] = [];
    for (const file of files.slice(0, most - pictures.length)) {
      const content = await sentPicture(file);
      if (content === undefined) setFault(text('pictures.unreadable'));
      else made.push({ address: URL.createObjectURL(content), content });
    }
    onChange([...pictures, ...made]);
  };
  return (
    <fieldset className={styles.pictures} aria-describedby={`${id}-note`}>
      <legend>{text('pictures.title', { title, count: most })}</legend>
      <div className={styles.shots}>
        {pictures.map(({ address }, index) => (
          <span key={address} className={styles.shot}>
            <img src={address} alt={text('pictures.one', { number: index + 1 })} />
            <Button
              size="small"
              shape="circle"
              disabled={disabled}
              icon={<CloseOutlined aria-hidden />}
              aria-label={text('pictures.remove', { number: index + 1 })}
              onClick={() => onChange(pictures.filter((one) => one.address !== address))}
            />
          </span>
        ))}
        {pictures.length < most && (
          <Button icon={<CameraOutlined aria-hidden />} disabled={disabled} onClick={() => input.current?.click()}>
            {text('pictures.add')}
          </Button>
        )}
      </div>
      <input
        ref={input}
        className="anlan-unseen"
        tabIndex={-1}
        aria-label={text('pictures.add')}
        type="file"
        accept="image/*"
        multiple
        onChange={(event) => {
          void add([...(event.target.files ?? [])]);
          event.target.value = '';
        }}
      />
      <p id={`${id}-note`} className={styles.note}>
        {fault === '' ? text('pictures.apart') : fault}
      </p>
    </fieldset>
  );
}
