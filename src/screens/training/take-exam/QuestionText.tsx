import { useEffect, useState } from 'react';
import type { WireFile } from '../../../core/wire/contract.ts';
import { useFieldServices } from '../../../field-types/field-services.ts';
import { RichTextRead } from '../../../field-types/rich-text/RichTextRead.tsx';
import { ImageViewer } from '../../../ui/ImageViewer.tsx';
import { useExamText } from './exam-text.ts';
import type { ExamQuestion } from './sheet.ts';

/** What is asked: words, what stands beside them, and pictures that open in large. */
export function QuestionText({ question: { stem, material, images } }: { readonly question: ExamQuestion }) {
  return (
    <div className="anlan-exam-asked">
      <p className="anlan-exam-stem">{stem}</p>
      {material !== '' && <RichTextRead markup={material} />}
      {images.length > 0 && <Pictures images={images} />}
    </div>
  );
}

function Pictures({ images }: { readonly images: readonly WireFile[] }) {
  const services = useFieldServices();
  const text = useExamText();
  const [opened, setOpened] = useState<number>();
  return (
    <div className="anlan-exam-pictures">
      {images.map((image, index) => (
        <Picture
          key={image.attachId}
          file={image}
          title={text('image', { number: index + 1 })}
          onOpen={() => setOpened(index)}
        />
      ))}
      {opened !== undefined && (
        <ImageViewer
          images={images.map((file) => ({
            key: file.attachId,
            name: file.originalName,
            load: (signal) => services.readFile(file, signal),
          }))}
          start={opened}
          onClose={() => setOpened(undefined)}
        />
      )}
    </div>
  );
}

interface PictureProps {
  readonly file: WireFile;
  readonly title: string;
  readonly onOpen: () => void;
}

function Picture({ file, title, onOpen }: PictureProps) {
  const services = useFieldServices();
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    const control = new AbortController();
    let made: string | undefined;
    services.readFile(file, control.signal).then(
      (content) => {
        if (control.signal.aborted) return;
        made = URL.createObjectURL(content);
        setUrl(made);
      },
      () => undefined,
    );
    return () => {
      control.abort();
      if (made !== undefined) URL.revokeObjectURL(made);
    };
  }, [file, services]);
  return (
    <button type="button" aria-label={title} title={title} onClick={onOpen}>
      {url === undefined ? <span className="anlan-exam-picture-waits">{title}</span> : <img src={url} alt={title} />}
    </button>
  );
}
