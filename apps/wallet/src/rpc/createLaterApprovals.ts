import type { Approvals } from './createApprovals.ts'

/** Makes approvals whose code comes with the page's second script: what a person must decide about waits for it. */
export function createLaterApprovals({
  load,
  loaded,
}: {
  load: () => Promise<Approvals>
  /** Undefined until it was loaded: there is nothing to decide yet. */
  loaded: () => Approvals | undefined
}): Approvals {
  const approvals = async () => loaded() ?? (await load())
  return {
    ask: async (options) => (await approvals()).ask(options),
    review: async (options) => (await approvals()).review(options),
    showRefused: (options) => {
      void approvals().then(
        ({ showRefused }) => showRefused(options),
        // The page is answered in any case; only the notice does not show.
        () => {},
      )
    },
    showCalls: (card) => loaded()?.showCalls(card),
    dismiss: () => loaded()?.dismiss(),
    current: () => loaded()?.current() ?? null,
    decide: (options) => loaded()?.decide(options),
  }
}
