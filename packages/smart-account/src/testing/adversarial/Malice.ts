import type { UserOperation } from '../../operation/UserOperation.ts'
import type { SessionBreach } from '../../sessions/SessionBreach.ts'
import type { Scene } from './createScene.ts'

/** One thing that somebody who means no good tries. */
export type Malice = {
  name: string
  tries: string
  /** Sets the scene and makes the bundle that is sent. */
  attack: (scene: Scene) => Promise<UserOperation[]>
  expected:
    | { /** What the EntryPoint refuses the bundle with. */ refused: RegExp; breach?: Partial<SessionBreach> }
    | {
        /** The operation runs, and what it was to bring about does not happen. */ harmless: (
          scene: Scene,
        ) => Promise<void>
      }
}
