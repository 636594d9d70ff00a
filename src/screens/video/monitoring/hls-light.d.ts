/** The small build of the same library has no declarations of its own. */
declare module 'hls.js/light' {
  export { default } from 'hls.js';
}
