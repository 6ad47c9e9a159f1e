import { ServiceError } from '@latchkey/protocol/errors'
import type { Schedule } from '../device/Schedule.ts'
import type { LazyParts } from './LazyParts.ts'

/** The page's second script, as the first one sees it. */
export type Later = {
  /** Called by the second script. */
  install: (parts: LazyParts) => void
  /** Resolves when it is loaded. @throws LatchkeyError `frame_failed` if it does not load */
  load: () => Promise<LazyParts>
  /** Null until it is loaded. */
  current: () => LazyParts | null
}

/** Milliseconds after which a load of the second script fails; the next call waits again. */
const patience = 15_000

/** Creates {@link Later}. */
export function createLater({ schedule }: { schedule: Schedule }): Later {
  let installed: LazyParts | null = null
  let install: (parts: LazyParts) => void = () => {}
  const coming = new Promise<LazyParts>((resolve) => {
    install = resolve
  })
  return {
    install: (parts) => {
      installed ??= parts
      install(parts)
    },
    load: () => {
      if (installed) return Promise.resolve(installed)
      return new Promise((resolve, reject) => {
        const cancel = schedule(() => reject(new ServiceError('frame_failed')), patience)
        void coming.then((parts) => {
          cancel()
          resolve(parts)
        })
      })
    },
    current: () => installed,
  }
}
