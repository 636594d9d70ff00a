import { fromLonLat } from 'ol/proj.js';
import ImageCanvasSource from 'ol/source/ImageCanvas.js';
import type { MapGround } from '../../../core/wire/joint.ts';
import { affineThrough, boundsOf } from './affine.ts';

/**
 * The picture of the plant as a layer, laid by its three control points wherever one looks.
 * @param onLoad told how far it reaches, in metres of the map, once it is there.
 */
export function planSource(
  { link, points }: NonNullable<MapGround['plan']>,
  onLoad: (bounds: [number, number, number, number]) => void,
): ImageCanvasSource {
  const picture = new Image();
  const metres = points.map(({ pixel, at }) => {
    const [x = 0, y = 0] = fromLonLat([...at]);
    return { pixel, at: [x, y] as const };
  });
  const way = affineThrough(metres);
  const source = new ImageCanvasSource({
    canvasFunction(extent, resolution, ratio, size) {
      const canvas = document.createElement('canvas');
      const [width = 1, height = 1] = size;
      canvas.width = width;
      canvas.height = height;
      const pen = canvas.getContext('2d');
      if (way === undefined || pen === null || !picture.complete || picture.naturalWidth === 0) return canvas;
      const [west = 0, , , north = 0] = extent;
      const scale = ratio / resolution;
      const [a, b, c, d, e, f] = way;
      // Metres grow to the north, pixels of a canvas to the south.
      pen.setTransform(a * scale, -b * scale, c * scale, -d * scale, (e - west) * scale, (north - f) * scale);
      pen.drawImage(picture, 0, 0);
      return canvas;
    },
  });
  picture.addEventListener('load', () => {
    source.changed();
    if (way !== undefined) onLoad(boundsOf(way, picture.naturalWidth, picture.naturalHeight));
  });
  picture.src = link;
  return source;
}
