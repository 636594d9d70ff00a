import { IN_OUTLINE } from '../../fixtures/on-site.ts';

/** A browser that says it stands where the areas of the stories lie, so that steps are taken on the spot. */
export const STANDING = {
  geolocation: { longitude: IN_OUTLINE.lng, latitude: IN_OUTLINE.lat, accuracy: 8 },
  permissions: ['geolocation'],
};
