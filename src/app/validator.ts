/**
 * The validator as pages use it, under its own names: an entry of the build beside the page, made of the same chunks
 * that users download. Tests load it in the browser and compare its verdicts with the server's.
 */
export { unknownKeyFaults } from '../core/validation/body-keys.ts';
export { validateRecord } from '../core/validation/validate-record.ts';
export { childPage } from '../runtime/model/child-page.ts';
export { buildPageModel } from '../runtime/model/page-model.ts';
export { browserEnvironment } from '../runtime/model/record-environment.ts';
