import { createStore, type Store } from '@latchkey/core'
import { LatchkeyError } from '@latchkey/protocol'
import { useModalScope } from '../../context/ModalScope.tsx'
import { useReadable } from '../../store/useReadable.ts'

/** State of a registration. */
export type Registration =
  | { status: 'idle' }
  /** `since`: unix milliseconds. */
  | { status: 'asking'; name: string; since: number }
  | { status: 'failed'; name: string; error: LatchkeyError }
  | { status: 'done'; name: string }

/** Registers a name for an account. The state survives the view, because another view shows behind the wallet's card. */
export function useRegistration(address: string) {
  const { latchkey, memory } = useModalScope()
  const key = `names.registration ${address}`
  const store = (memory.get(key) as Store<Registration> | undefined) ?? createStore<Registration>({ status: 'idle' })
  memory.set(key, store)
  const state = useReadable(store)

  async function register(name: string): Promise<void> {
    if (store.getState().status === 'asking') return
    store.setState({ status: 'asking', name, since: Date.now() })
    try {
      const registered = await latchkey.names.register({ name })
      store.setState({ status: 'done', name: registered.name })
    } catch (cause) {
      const error = cause instanceof LatchkeyError ? cause : new LatchkeyError('internal', { cause })
      store.setState({ status: 'failed', name, error })
    }
  }

  const reset = () => {
    if (store.getState().status !== 'asking') store.setState({ status: 'idle' })
  }
  return { state, register, reset }
}
