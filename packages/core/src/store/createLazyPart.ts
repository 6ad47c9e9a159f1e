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
  const loadPart = () => {
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
    destroy: () => {
      isDestroyed = true
      part?.destroy()
    },
  }
}
