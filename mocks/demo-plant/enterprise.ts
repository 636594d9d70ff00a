import { controlPoints } from './plan.ts';
import type { EnterpriseConfigRow } from './types.ts';

const common = {
  layout: 'sidemenu',
  theme: 'light',
  contentWidth: 'fluid',
  multiTab: '0',
  mapAlt: 1500,
  mapHeading: 0,
  techSupport: '技术支持：蓝岭信息中心(示例)',
  captchaMode: '0',
} as const;

/** Middle of the first plant, which has a plan in place of tiles. */
const planned = { lng: 120.51, lat: 33.11 } as const;

/** The enterprise configuration, one row a tenant. */
export const enterpriseConfigs: readonly EnterpriseConfigRow[] = [
  {
    ...common,
    tenantId: '000000',
    promiseTime: null,
    tenantName: '蓝岭控股集团(示例)',
    title: '蓝岭控股安全管理与风险管控平台',
    titleTw: '藍嶺控股安全管理與風險管控平台',
    titleEn: 'Lanling Holding: Safety and Risk',
    titlePt: 'Lanling Holding: Segurança e Riscos',
    mapTileUrl: '/map/tiles/{z}/{x}/{y}.png',
    mapCenterLng: 120.5,
    mapCenterLat: 33.1,
    footer: '蓝岭控股集团(示例) 版权所有',
  },
  {
    ...common,
    tenantId: '645967',
    promiseTime: '10:00',
    tenantName: '蓝岭新材料有限公司(示例)',
    title: '蓝岭新材料安全管理与风险管控平台',
    titleTw: '藍嶺新材料安全管理與風險管控平台',
    titleEn: 'Lanling New Materials: Safety and Risk',
    titlePt: 'Lanling Novos Materiais: Segurança e Riscos',
    mapCenterLng: planned.lng,
    mapCenterLat: planned.lat,
    ...controlPoints(planned),
    footer: '蓝岭新材料有限公司(示例) 版权所有',
  },
  {
    ...common,
    tenantId: '645968',
    promiseTime: '10:00',
    tenantName: '蓝岭能源有限公司(示例)',
    title: '蓝岭能源安全管理与风险管控平台',
    titleTw: '藍嶺能源安全管理與風險管控平台',
    titleEn: 'Lanling Energy: Safety and Risk',
    titlePt: 'Lanling Energia: Segurança e Riscos',
    mapTileUrl: '/map/tiles/{z}/{x}/{y}.png',
    mapCenterLng: 120.53,
    mapCenterLat: 33.12,
    footer: '蓝岭能源有限公司(示例) 版权所有',
  },
];
