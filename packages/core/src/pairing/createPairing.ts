import { LatchkeyError } from '@latchkey/protocol'
import type { CoreContext } from '../CoreContext.ts'
import type { ConnectionFeature } from '../connection/ConnectionFeature.ts'
import type { PairedRequest, RelayCondition } from '../connectors/PairingClient.ts'
import { isReached } from '../directory/isReached.ts'
import { pairedFamilies } from '../directory/pairedFamilies.ts'
import { readReach } from '../directory/readReach.ts'
import type { ModalFeature } from '../modal/ModalFeature.ts'
import type { SignInInternals } from '../signIn/createSignIn.ts'
import type { ConnectionStorage } from '../storage/createConnectionStorage.ts'
import { holdsRecord } from '../storage/holdsRecord.ts'
import { pairingRecordKey as recordKey } from '../storage/pairingRecordKey.ts'
import { createStore } from '../store/Store.ts'
import type { PairingEngine } from './createPairingEngine.ts'
import type { PairingSource } from './createPairingSource.ts'
import type { PairingFeature, PairingState } from './PairingFeature.ts'

/** The pairing feature with the methods for other features. */
export type PairingInternals = PairingFeature & {
  /** Resumes a pairing after a reload of the page. Called once on load. */
  resume: () => void
  destroy: () => void
}

/** Creates the pairing feature, which connects by WalletConnect. Its engine loads on first use. */
export function createPairing({
  context,
  source,
  connection,
  record,
  modal,
  signIn,
}: {
  context: CoreContext
  source: PairingSource | undefined
  connection: Pick<ConnectionFeature, 'connect' | 'getState' | 'subscribe' | 'reconnect'>
  record: Pick<ConnectionStorage, 'setPairedWallet' | 'remember'>
  /** A function, because the modal is created later. */
  modal: () => Pick<ModalFeature, 'getState'>
  signIn: Pick<SignInInternals, 'take'>
}): PairingInternals {
  const store = createStore<PairingState>({ status: 'idle' })
  const reach = readReach(context.config)
  const families = pairedFamilies(context.config)
  let runner: PairingEngine | undefined
  let loading: Promise<PairingEngine> | undefined
  let destroyed = false
  /** Callers that watch or wait for the code. They are kept if the engine could not be loaded. */
  const looking = new Set<(ready: PairingEngine) => void>()
  const open = (client: PairingSource): Promise<PairingEngine> => {
    loading ??= context
      .load(() => import('./createPairingEngine.ts'))
      .then((chunk) => {
        runner ??= chunk.createPairingEngine({
          context,
          source: client,
          connection,
          record,
          recordKey,
          families,
          modal,
          signIn,
          store,
        })
        if (destroyed) runner.destroy()
        for (const look of looking) look(runner)
        looking.clear()
        return runner
      })
    loading.catch((cause: LatchkeyError) => {
      loading = undefined
      store.setState({ status: 'failed', failure: { code: cause.code, message: cause.message } })
    })
    return loading
  }
  const use = (work: (runner: PairingEngine) => void) => {
    if (!source) return
    if (runner) work(runner)
    // The error is in the state.
    else open(source).then(work, () => {})
  }

  return {
    getState: store.getState,
    subscribe: store.subscribe,
    isAvailable: source !== undefined,
    relay: source?.relay ?? createStore<RelayCondition>('idle'),
    reach,
    families,
    canReach: ({ wallet }) => isReached({ reach, wallet }),
    prepare: () => use((ready) => ready.prepare()),
    watch: () => {
      let stop: (() => void) | undefined
      const look = (ready: PairingEngine) => {
        stop = ready.watch()
      }
      if (runner) look(runner)
      else {
        looking.add(look)
        use(() => {})
      }
      return () => {
        looking.delete(look)
        stop?.()
        stop = undefined
      }
    },
    renew: () => use((ready) => ready.renew()),
    connect: async (options) => {
      if (!source) throw new LatchkeyError('walletconnect_not_found')
      return (await open(source)).connect(options)
    },
    linkFor: (options) => runner?.linkFor(options),
    noteOpened: (options) => runner?.noteOpened(options),
    requests: source?.requests ?? createStore<readonly PairedRequest[]>([]),
    resume: () => {
      if (holdsRecord(context.environment.storage, recordKey)) use((ready) => ready.resume())
    },
    destroy: () => {
      destroyed = true
      runner?.destroy()
    },
  }
}
