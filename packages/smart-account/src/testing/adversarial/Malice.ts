import type { UserOperation } from '../../operation/UserOperation.ts'
import type { SessionBreach } from '../../permissions/SessionBreach.ts'
import type { Scene } from './createScene.ts'

/** One attack. */
export type Malice = {
  name: string
  tries: string
  /** Prepares the scene and returns the bundle to submit. */
  attack: (scene: Scene) => Promise<UserOperation[]>
  expected:
    | { /** Error with which the EntryPoint refuses the bundle. */ refused: RegExp; breach?: Partial<SessionBreach> }
    | {
        /** The operation runs, but the intended effect does not happen. */ harmless: (scene: Scene) => Promise<void>
      }
}
