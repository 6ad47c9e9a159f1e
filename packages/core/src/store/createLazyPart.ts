import type { LatchkeyError } from '@latchkey/protocol'
import type { CoreContext } from '../CoreContext.ts'

/** Names of a part's async methods. */
type Asked<Part> = {
  [Name in keyof Part]: Part[Name] extends (...parameters: never[]) => Promise<unknown> ? Name : never
}[keyof Part]

/** A part of the kit whose code loads on first use. */
export type LazyPart<Part> = {
  /** Returns the part, if it is loaded. */
  now: () => Part | undefined
  /** Loads the part, unless it is loaded. @throws LatchkeyError `network_request_failed`; the next call tries again */
  load: () => Promise<Part>
  /** Returns methods that load the part if necessary. */
  later: <Name extends Asked<Part>>(...names: readonly Name[]) => Pick<Part, Name>
  /**
   * Starts something that lasts until the returned function is called. If the code cannot be loaded, `noteMissing` is called, and it never
   * starts.
   */
  lasting: (begin: (part: Part) => () => void, noteMissing: (error: LatchkeyError) => void) => () => void
  destroy: () => void
}

/**
 * Creates a part that loads on first use.
 *
 * @param parameters.chunk loads its code
 * @param parameters.make creates the part from its code
 */
export function createLazyPart<Chunk, Part extends { destroy: () => void }>({
  context,
  chunk,
  make,
}: {
  context: Pick<CoreContext, 'load'>
  chunk: () => Promise<Chunk>
  make: (chunk: Chunk) => Part
}): LazyPart<Part> {
  let loading: Promise<Part> | undefined
  let part: Part | undefined
  let isDestroyed = false
  const loadPart = () => {
    loading ??= context
      .load(chunk)
      .then((loaded) => {
        part = make(loaded)
        if (isDestroyed) part.destroy()
        return part
      })
      .catch((error: unknown) => {
        loading = undefined
        throw error
      })
    return loading
  }
  return {
    now: () => part,
    load: loadPart,
    later: (...names) =>
      Object.fromEntries(
        names.map((name) => [
          name,
          // Synchronous if it is loaded, because some calls must happen within a click.
          async (question: never) =>
            ((part ?? (await loadPart()))[name] as (question: never) => Promise<unknown>)(question),
        ]),
      ) as Pick<Part, (typeof names)[number]>,
    lasting: (begin, noteMissing) => {
      const lasting = loadPart().then(begin, noteMissing)
      return () => void lasting.then((stop) => stop?.())
    },
    destroy: () => {
      isDestroyed = true
      part?.destroy()
    },
  }
}
