import type { LatchkeyError } from '@latchkey/protocol'
import type { CoreContext } from '../CoreContext.ts'

/** What of a part answers with a promise. */
type Asked<Part> = {
  [Name in keyof Part]: Part[Name] extends (...parameters: never[]) => Promise<unknown> ? Name : never
}[keyof Part]

/** A part of the kit whose code is loaded with its first use. */
export type LazyPart<Part> = {
  /** It, once it is loaded. */
  now: () => Part | undefined
  /** Loads it, unless it is there. @throws LatchkeyError `network_request_failed`; the next call tries again */
  load: () => Promise<Part>
  /** Some of its functions, for callers who need not know whether the part is loaded. */
  later: <Name extends Asked<Part>>(...names: readonly Name[]) => Pick<Part, Name>
  /** Begins what lasts until the answer is called. Where the code cannot be fetched, `noteMissing` is told, and it never begins. */
  lasting: (begin: (part: Part) => () => void, noteMissing: (error: LatchkeyError) => void) => () => void
  destroy: () => void
}

/**
 * Makes a part that is loaded with its first use.
 *
 * @param parameters.chunk fetches its code
 * @param parameters.make makes it of that
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
          // Not a tick later once it is there: some of it must happen within a click.
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
