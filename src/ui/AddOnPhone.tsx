import { PlusOutlined } from '@ant-design/icons';
import { FloatButton } from 'antd';
import styles from './AddOnPhone.module.css';

interface AddOnPhoneProps {
  /** What is added. */
  readonly title: string;
  onClick(): void;
}

/** The button by which a phone adds a record. The page ends above it, so that it lies over no button of the last entry. */
export function AddOnPhone({ title, onClick }: AddOnPhoneProps) {
  return (
    <>
      <div className={styles.room} aria-hidden />
      <FloatButton type="primary" icon={<PlusOutlined />} aria-label={title} onClick={onClick} />
    </>
  );
}
