import type { LatchkeyError } from '@latchkey/protocol'
import { createLazyPart } from '../store/createLazyPart.ts'
import { createStore } from '../store/Store.ts'
import type { SwapEngineParameters } from './createSwapEngine.ts'
import { initialSwap } from './initialSwap.ts'
import type { SwapFeature } from './SwapFeature.ts'

/** Creates the swap feature. Everything except the store of the form loads on first use. */
export function createSwap(parameters: SwapEngineParameters): SwapFeature & { destroy: () => void } {
  const store = createStore(initialSwap)
  const { load, later, lasting, now, destroy } = createLazyPart({
    context: parameters.context,
    chunk: () => import('./createSwapEngine.ts'),
    make: ({ createSwapEngine }) => createSwapEngine({ ...parameters, store }),
  })
  /** If the engine cannot be loaded, the form shows the error. */
  const noteMissing = ({ code, message }: LatchkeyError) =>
    store.setState((state) => ({ ...state, issues: [{ field: 'transaction', code, message }] }))

  return {
    getState: store.getState,
    subscribe: store.subscribe,
    edit: (form) => {
      const swapper = now()
      if (swapper) return swapper.edit(form)
      // Typing does not wait for the engine.
      store.setState((state) => ({ ...state, form: { ...state.form, ...form } }))
      load().catch(noteMissing)
    },
    flip: () => now()?.flip(),
    ...later('max', 'listTokens'),
    watch: () => lasting((swapper) => swapper.watch(), noteMissing),
    prepare: () => load().then((swapper) => swapper.prepare(), noteMissing),
    confirm: async (options) => now()?.confirm(options),
    reset: () => {
      const swapper = now()
      if (swapper) swapper.reset()
      else store.setState(initialSwap)
    },
    destroy,
  }
}
