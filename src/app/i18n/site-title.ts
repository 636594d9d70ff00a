import { useEnterprise } from '../../api/enterprise.ts';
import { useLanguage } from '../../ui/text/define-texts.ts';

/** The company's title of the platform in the language of the moment; '' where it wrote none. */
export function useCompanyTitle(): string {
  const language = useLanguage((state) => state.language);
  // What an older program kept in this browser has one title alone.
  return useEnterprise(({ config }) => config.titles?.[language] || config.title);
}
