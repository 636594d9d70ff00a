/** The shell around all pages of the main area. */
export const loadBasicLayout = () => import('../layouts/BasicLayout.tsx').then((module) => module.BasicLayout);

/** The program of all pages that metadata describes. */
export const loadEntityPage = () => import('../../page-kinds/EntityPage.tsx').then((module) => module.EntityPage);

/** The program of pages of no single entity. */
export const loadJointPage = () => import('../../page-kinds/joint/JointPage.tsx').then((module) => module.JointPage);
