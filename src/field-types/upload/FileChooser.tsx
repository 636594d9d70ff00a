import { CameraOutlined, PictureOutlined, UploadOutlined, VideoCameraOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { type ReactNode, useRef } from 'react';
import { acceptedExtensions, fileLimit, type UploadLimits } from '../../core/files/upload-limits.ts';
import { useIsPhone } from '../../ui/useIsPhone.ts';
import { fieldText } from '../text.ts';

/** Which media a field takes and nothing else; undefined for files of any kind. */
function onlyMedia({ media, listType, ...limits }: UploadLimits): 'image' | 'video' | undefined {
  if (media !== undefined) return media;
  if (listType === 'picture-card') return 'image';
  const pictures = ['jpg', 'jpeg', 'png'];
  const extensions = acceptedExtensions(limits);
  return extensions?.every((extension) => pictures.includes(extension)) ? 'image' : undefined;
}

/** Whether photographs are among the files that a field takes. */
function takesPhotos(limits: UploadLimits): boolean {
  const extensions = acceptedExtensions(limits);
  return extensions === undefined || extensions.includes('jpg') || extensions.includes('jpeg');
}

/** The buttons that choose files. On phones the camera comes first, and the album second. */
export function FileChooser({
  id,
  limits,
  disabled,
  danger,
  describedBy,
  onChoose,
}: {
  id: string;
  limits: UploadLimits;
  disabled: boolean;
  danger: boolean;
  describedBy: string | undefined;
  onChoose: (files: readonly File[]) => void;
}) {
  const phone = useIsPhone();
  const media = onlyMedia(limits);
  // By kind and not by extension, so that phones offer their pictures and not their folders.
  const accept =
    media === undefined
      ? acceptedExtensions(limits)
          ?.map((extension) => `.${extension}`)
          .join(',')
      : media === 'video'
        ? 'video/*'
        : 'image/jpeg,image/png';
  const common = { accept, disabled, danger, onChoose };
  const several = fileLimit(limits) > 1;
  if (media === undefined || !phone) {
    const text = media === 'image' ? 'uploadPicture' : media === 'video' ? 'uploadVideo' : 'upload';
    const icon =
      media === 'image' ? <PictureOutlined /> : media === 'video' ? <VideoCameraOutlined /> : <UploadOutlined />;
    const chooser = (
      <Chooser {...common} id={id} describedBy={describedBy} multiple={several} icon={icon} text={fieldText(text)} />
    );
    if (!phone || !takesPhotos(limits)) return chooser;
    // What takes any file takes a photograph of it as well.
    return (
      <>
        {chooser}
        <Chooser
          {...common}
          accept="image/jpeg,image/png"
          camera
          icon={<CameraOutlined />}
          text={fieldText('takePicture')}
        />
      </>
    );
  }
  const image = media === 'image';
  return (
    <>
      <Chooser
        {...common}
        id={id}
        describedBy={describedBy}
        camera
        icon={image ? <CameraOutlined /> : <VideoCameraOutlined />}
        text={fieldText(image ? 'takePicture' : 'takeVideo')}
      />
      <Chooser
        {...common}
        multiple={several}
        icon={<PictureOutlined />}
        text={fieldText(image ? 'choosePicture' : 'chooseVideo')}
      />
    </>
  );
}

function Chooser(props: {
  id?: string;
  accept: string | undefined;
  multiple?: boolean;
  camera?: boolean;
  disabled: boolean;
  danger: boolean;
  describedBy?: string | undefined;
  icon: ReactNode;
  text: string;
  onChoose: (files: readonly File[]) => void;
}) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={input}
        type="file"
        hidden
        multiple={props.multiple ?? false}
        accept={props.accept}
        {...(props.camera === true ? { capture: 'environment' as const } : {})}
        onChange={(event) => {
          props.onChoose([...(event.target.files ?? [])]);
          // The same file may be chosen again after it was dropped.
          event.target.value = '';
        }}
      />
      <Button
        {...(props.id === undefined ? {} : { id: props.id })}
        disabled={props.disabled}
        danger={props.danger}
        icon={props.icon}
        aria-describedby={props.describedBy}
        onClick={() => input.current?.click()}
      >
        {props.text}
      </Button>
    </>
  );
}
