import { ExceptionPage } from '../../shared/ExceptionPage.tsx';

/** The page of exception 403. */
export function ForbiddenPage() {
  return <ExceptionPage kind="403" />;
}
