import { type ChainId, LatchkeyError } from '@latchkey/protocol'
import { ServiceError } from '@latchkey/protocol/errors'
import type { CoreContext } from '../CoreContext.ts'
import type { TimerId } from '../environment/Environment.ts'
import type { NamesFeature } from '../names/NamesFeature.ts'
import { readName } from './formReducer.ts'
import type { SendReceiver, SendState } from './SendFeature.ts'
import type { SendEvent } from './sendReducer.ts'

/** Milliseconds after the last key until a name is looked up. */
export const nameDebounce = 300

type Found = Extract<SendReceiver, { status: 'resolved' | 'failed' }>

/** Resolves typed names to receivers. */
export type ReceiverSearch = {
  /** Looks up the typed name after a pause in typing. Cancels an earlier lookup. */
  lookUp: () => void
  /** Looks up a name immediately, and shows the result. */
  resolve: (options: { name: string; chainId: ChainId }) => Promise<Found>
  destroy: () => void
}

/** Creates the search for receivers by name. Results for an earlier text are dropped. */
export function createReceiverSearch({
  context: { environment },
  names,
  dispatch,
  getState,
  chainId,
}: {
  context: Pick<CoreContext, 'environment'>
  names: Pick<NamesFeature, 'resolve'>
  dispatch: (event: SendEvent) => void
  getState: () => SendState
  chainId: () => ChainId | undefined
}): ReceiverSearch {
  let timer: TimerId | undefined
  let searches = 0

  const find = async (name: string, chain: ChainId | undefined): Promise<Found> => {
    try {
      if (!chain) throw new ServiceError('no_active_network')
      return { status: 'resolved', ...(await names.resolve({ name, chainId: chain })) }
    } catch (error) {
      const { code, message } = error instanceof LatchkeyError ? error : new ServiceError('name_resolve_failed')
      return { status: 'failed', name, error: { code, message } }
    }
  }
  const resolve = async (name: string, chain: ChainId | undefined): Promise<Found> => {
    const mine = ++searches
    const receiver = await find(name, chain)
    if (mine === searches) dispatch({ type: 'named', typed: name, receiver })
    return receiver
  }
  const stop = () => {
    environment.clearTimeout(timer)
    searches++
  }

  return {
    lookUp: () => {
      stop()
      const name = readName(getState().form.receiverAddress)
      if (name === undefined) return
      timer = environment.setTimeout(() => void resolve(name, chainId()), nameDebounce)
    },
    resolve: ({ name, chainId: chain }) => {
      stop()
      return resolve(name, chain)
    },
    destroy: stop,
  }
}
