import type { LatchkeyError } from '@latchkey/protocol'
import { createStore } from '../store/Store.ts'
import type { Swapper, SwapperParameters } from './createSwapper.ts'
import { initialSwap } from './initialSwap.ts'
import type { SwapFeature } from './SwapFeature.ts'

/** The swap; all of it but the form's store is loaded with the first use. */
export function createSwap(parameters: SwapperParameters): SwapFeature & { destroy: () => void } {
  const store = createStore(initialSwap)
  let swapper: Swapper | undefined
  let loading: Promise<Swapper> | undefined
  let destroyed = false

  const load = () => {
    loading ??= parameters.context
      .load(() => import('./createSwapper.ts'))
      .then(
        (chunk) => {
          swapper = chunk.createSwapper({ ...parameters, store })
          if (destroyed) swapper.destroy()
          return swapper
        },
        (error: LatchkeyError) => {
          loading = undefined
          const { code, message } = error
          store.setState((state) => ({ ...state, issues: [{ field: 'transaction', code, message }] }))
          throw error
        },
      )
    return loading
  }
  /** What is asked for before the code is there happens once it is; that it did not come is told by the state. */
  const soon = (work: (swapper: Swapper) => void | Promise<void>) => load().then(work, () => {})

  return {
    ...store,
    edit: (form) => {
      if (swapper) return swapper.edit(form)
      // Typing waits for nothing.
      store.setState((state) => ({ ...state, form: { ...state.form, ...form } }))
      void soon(() => {})
    },
    flip: () => void soon((loaded) => loaded.flip()),
    max: async () => (await load()).max(),
    watch: () => {
      let stop: (() => void) | undefined
      let stopped = false
      void soon((loaded) => {
        if (!stopped) stop = loaded.watch()
      })
      return () => {
        stopped = true
        stop?.()
      }
    },
    listTokens: async () => (await load()).listTokens(),
    prepare: () => soon((loaded) => loaded.prepare()),
    confirm: (options) => soon((loaded) => loaded.confirm(options)),
    reset: () => void soon((loaded) => loaded.reset()),
    destroy: () => {
      destroyed = true
      swapper?.destroy()
    },
  }
}
