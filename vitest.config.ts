import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { ensureTraditional } from './scripts/locales/ensure-traditional.mjs';
import { patient } from './tests/fixtures/patience.ts';

// Before anything is collected: tests read these texts, and copy the folders where they lie.
ensureTraditional(import.meta.dirname);

const database = './tests/fixtures/global-postgres.ts';
const deep = '**/*.deep.test.{ts,tsx}';
/** What copies areas or entities into the product's metadata, or tells how soon it serves them, has a product of its own. */
const story = ['tests/product/*-story.test.ts', 'tests/product/copied-entity.test.ts'];
/** What compares times or growth: a process that has served other files before would tell other ones. */
const measured = ['tests/contract/hostile-*.test.ts', 'tests/schemas/changed-file.test.ts'];
/** What mounts screens takes the language from a person and brings field types of its own: a process for each file. */
const mounting = 'tests/{contract,schemas}/**/*.test.tsx';
/** What the demo plant writes, and in which time. */
const seed = 'tests/contract/seed*.test.ts';

/** What has a product for all of its files runs one file after another. */
const alone = { fileParallelism: false, sequence: { groupOrder: 2 } };

/** What kills, or writes the whole plant, runs when all else is done: most of it waits, so that two do so beside each other. */
const afterwards = { sequence: { groupOrder: 3 } };

/**
 * One process runs many files after another and keeps the modules: loading and warming the product anew for each file was a
 * third of all their work. What a file changes outside itself it takes back in `afterAll`.
 */
const shared = { isolate: false };

/**
 * `unit` and `server` stand beside the source; `contract` crosses layers, `mounting` and `measured` have a
 * process for each file; `product` speaks to the whole product, `crash`
 * kills it; `seed` writes the demo plant; `deep` is for what takes long.
 */
export default defineConfig({
  test: {
    // On two cores Vitest would run one file at a time; while one waits for PostgreSQL, another has something to do.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    // A landing must not hang on one late answer of a loaded machine; `npm test` names whoever needed the second try.
    // Elsewhere it fails.
    retry: process.env.ANLAN_CI === '1' ? 1 : 0,
    projects: [
      {
        test: {
          name: 'unit',
          environment: 'node',
          ...shared,
          include: ['{src,designer,scripts,mocks}/**/*.test.{ts,tsx}'],
          exclude: [deep],
          testTimeout: patient(30_000),
        },
      },
      {
        test: {
          name: 'server',
          environment: 'node',
          ...shared,
          include: ['server/**/*.test.ts'],
          exclude: [deep],
          globalSetup: [database],
          testTimeout: patient(30_000),
          hookTimeout: patient(60_000),
        },
      },
      {
        test: {
          name: 'product',
          environment: 'node',
          sequence: { groupOrder: 1 },
          include: ['tests/product/**/*.test.ts'],
          // What takes long wants the same product.
          exclude: [...(process.env.ANLAN_DEEP === '1' ? [] : [deep]), ...story],
          globalSetup: ['./tests/fixtures/global-product.ts'],
          testTimeout: patient(120_000),
          hookTimeout: patient(120_000),
        },
      },
      {
        test: {
          name: 'story',
          environment: 'node',
          ...alone,
          include: story,
          exclude: [deep],
          globalSetup: ['./tests/fixtures/global-product.ts'],
          testTimeout: patient(120_000),
          hookTimeout: patient(120_000),
        },
      },
      {
        test: {
          name: 'crash',
          environment: 'node',
          ...afterwards,
          include: ['tests/crash/**/*.test.ts'],
          exclude: [deep],
        },
      },
      {
        test: {
          name: 'contract',
          environment: 'node',
          ...shared,
          include: ['tests/{contract,schemas,fixtures,fuzz}/**/*.test.ts'],
          exclude: [deep, seed, ...measured],
          globalSetup: [database],
          testTimeout: patient(60_000),
          hookTimeout: patient(120_000),
        },
      },
      {
        test: {
          name: 'mounting',
          environment: 'node',
          include: [mounting],
          exclude: [deep],
          globalSetup: [database],
          testTimeout: patient(60_000),
          hookTimeout: patient(120_000),
        },
      },
      {
        test: {
          name: 'measured',
          environment: 'node',
          include: measured,
          globalSetup: [database],
          testTimeout: patient(60_000),
          hookTimeout: patient(120_000),
        },
      },
      {
        test: {
          name: 'seed',
          environment: 'node',
          ...afterwards,
          include: [seed],
          exclude: [deep],
          globalSetup: [database],
          testTimeout: patient(60_000),
          hookTimeout: patient(300_000),
        },
      },
      {
        test: {
          name: 'deep',
          environment: 'node',
          include: ['{src,designer,server,scripts,mocks,tests}/**/*.deep.test.{ts,tsx}'],
          exclude: ['tests/product/**'],
          globalSetup: [database],
          testTimeout: patient(600_000),
          hookTimeout: patient(600_000),
        },
      },
    ],
  },
});
