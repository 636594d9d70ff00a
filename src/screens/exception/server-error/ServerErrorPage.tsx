import { ExceptionPage } from '../../shared/ExceptionPage.tsx';

/** The page of exception 500. */
export function ServerErrorPage() {
  return <ExceptionPage kind="500" />;
}
