// Runs before anything is painted, so that nobody sees the theme that he did not choose: the person's own choice
// (src/ui/look/look.ts), else the company's theme as it was last read (src/api/enterprise.ts), else light.
(() => {
  const kept = (name) => {
    try {
      return JSON.parse(localStorage.getItem(name) ?? '{}').state ?? {};
    } catch {
      return {};
    }
  };
  const { theme, density } = kept('anlan-look');
  const wanted = theme ?? kept('anlan-enterprise').config?.theme;
  const isDark = wanted === 'system' ? matchMedia('(prefers-color-scheme: dark)').matches : wanted === 'dark';
  const { dataset } = document.documentElement;
  dataset.theme = isDark ? 'dark' : 'light';
  dataset.density = density === 'compact' ? 'compact' : 'standard';
})();
