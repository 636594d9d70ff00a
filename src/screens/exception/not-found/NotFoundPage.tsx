import { ExceptionPage } from '../../shared/ExceptionPage.tsx';

/** The page of exception 404. */
export function NotFoundPage() {
  return <ExceptionPage kind="404" />;
}
