import type { OverlayAddress, OverlayEdit } from '../src/core/overlay/overlay.ts';
import type { Picking } from './arrange/useSelection.ts';
import type { Drafted } from './canvas/useDrafted.ts';
import type { Designed } from './session/useDesign.ts';

/** What every view of an entity that is being designed is given. */
export interface ViewProps {
  readonly design: Designed;
  /** The page that the entity makes, with what is wrong with it. */
  readonly drafted: Drafted;
  /** The thing whose properties are shown. */
  readonly chosen: OverlayAddress;
  /** All that is chosen, `chosen` the last of it. */
  readonly selected: readonly OverlayAddress[];
  /** Role as which the entity is looked at; undefined for nobody's. */
  readonly viewer: string | undefined;
  onViewer(role: string | undefined): void;
  onChoose(at: OverlayAddress, how?: Picking): void;
  /** Chooses a thing to change it: its properties come into sight where they are not. */
  onOpen(at: OverlayAddress): void;
  /** Chooses several. */
  onChooseAll(things: readonly OverlayAddress[]): void;
  /** Opens what may be added. */
  onAdd(): void;
  /** Does one command; says why where it cannot stand (which the person has been told). */
  onAct(edits: readonly OverlayEdit[]): string | undefined;
}
