import type { CoreContext } from '../CoreContext.ts'

/** A part of the kit whose code is loaded with its first use. */
export type LazyPart<Part> = {
  /** It, once it is loaded. */
  now: () => Part | undefined
  /** Loads it, unless it is there. @throws LatchkeyError `network_request_failed`; the next call tries again */
  load: () => Promise<Part>
  destroy: () => void
}

/** Makes a part that is loaded with its first use. */
export function createLazyPart<Part extends { destroy: () => void }>({
  context,
  load,
}: {
  context: Pick<CoreContext, 'load'>
  load: () => Promise<Part>
}): LazyPart<Part> {
  let loading: Promise<Part> | undefined
  let part: Part | undefined
  let isDestroyed = false
  return {
    now: () => part,
    load: () => {
      loading ??= context.load(load).then(
        (made) => {
          part = made
          if (isDestroyed) made.destroy()
          return made
        },
        (error: unknown) => {
          loading = undefined
          throw error
        },
      )
      return loading
    },
    destroy: () => {
      isDestroyed = true
      part?.destroy()
    },
  }
}
