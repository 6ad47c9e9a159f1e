import type { Approvals } from './createApprovals.ts'

/** Creates approvals whose code is in the page's second script: decisions wait until it has loaded. */
export function createLaterApprovals({
  load,
  loaded,
}: {
  load: () => Promise<Approvals>
  /** Undefined until it has loaded: there is nothing to decide yet. */
  loaded: () => Approvals | undefined
}): Approvals {
  const approvals = async () => loaded() ?? (await load())
  return {
    ask: async (options) => (await approvals()).ask(options),
    review: async (options) => (await approvals()).review(options),
    showRefused: (options) => {
      void approvals().then(
        ({ showRefused }) => showRefused(options),
        // The page gets its answer in any case; only the notice does not show.
        () => {},
      )
    },
    showCalls: (card) => loaded()?.showCalls(card),
    dismiss: () => loaded()?.dismiss(),
    current: () => loaded()?.current() ?? null,
    decide: (options) => loaded()?.decide(options),
  }
}
