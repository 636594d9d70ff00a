import { create } from 'zustand';
import type { PreviewForm } from '../../src/runtime/preview/usePreviewEngine.ts';

/** The form that is shown in the middle, by whose values expressions are tried; undefined where another view stands there. */
export const usePreviewed = create<{ readonly form: PreviewForm | undefined }>()(() => ({ form: undefined }));

/** Makes the shown form known; undefined when it is gone. */
export const notePreviewed = (form: PreviewForm | undefined): void => usePreviewed.setState({ form });
