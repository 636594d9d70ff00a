import { useLocation, useNavigate } from 'react-router-dom';
import { resetAccess } from '../../../api/access.ts';
import { ARRIVAL, afterLogin } from '../../../api/address.ts';
import { type SessionTokens, storeTokens, useSession } from '../../../api/session.ts';
import { FIXED_MENU_ID } from '../../../api/site.ts';

/** Begins the session of somebody who just signed in, and goes where he was going; `loginPath` is where he comes back to. */
export function useSignedIn(): (tokens: SessionTokens, loginPath: string) => void {
  const navigate = useNavigate();
  const { search } = useLocation();
  return (tokens, loginPath) => {
    resetAccess();
    useSession.setState({ userInfo: null, companyTenantId: '', menuId: FIXED_MENU_ID, loginPath });
    storeTokens(tokens);
    navigate(afterLogin(search), { replace: true, state: ARRIVAL });
  };
}
