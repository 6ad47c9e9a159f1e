import { type ConnectorEvent, createStore, type PairingClient, type RelayCondition } from '@latchkey/core'
import { LatchkeyError } from '@latchkey/protocol'
import { me } from '../gallery/fixtures.ts'

/** A WalletConnect client without a relay. The test acts as the wallet. */
export type TestPairing = {
  client: () => Promise<PairingClient>
  uris: string[]
  approve: () => void
  decline: () => void
  setRelay: (up: boolean) => void
  /** Sets the state of the relay while a code waits. */
  setCondition: (condition: RelayCondition) => void
}

/** Makes a WalletConnect client whose pairings the test answers. */
export function createTestPairing(): TestPairing {
  const uris: string[] = []
  const answers: { resolve: () => void; reject: (error: Error) => void }[] = []
  const listeners = new Set<(event: ConnectorEvent) => void>()
  const relay = createStore<RelayCondition>('idle')
  let up = true
  const client: PairingClient = {
    connector: {
      info: {
        id: 'walletConnect',
        namespace: 'eip155',
        name: 'WalletConnect',
        icon: null,
        rdns: null,
        type: 'walletConnect',
      },
      connect: async () => ({
        accounts: [{ namespace: 'eip155', address: me, type: 'eoa' }],
        chainId: 'eip155:31337',
      }),
      disconnect: async () => undefined,
      getProvider: () => ({ request: async () => null }),
      subscribe: (listener) => {
        listeners.add(listener)
        return () => {
          listeners.delete(listener)
        }
      },
    },
    relay,
    pair: async () => {
      if (!up) throw new LatchkeyError('relay_unavailable')
      uris.push(`wc:${uris.length + 1}@2?relay-protocol=irn&symKey=0`)
      const approval = new Promise<undefined>((resolve, reject) =>
        answers.push({ resolve: () => resolve(undefined), reject }),
      )
      return { uri: uris.at(-1) ?? '', expiresAt: Date.now() + 300_000, approval }
    },
  }
  return {
    client: async () => client,
    uris,
    approve: () => answers.at(-1)?.resolve(),
    decline: () => answers.at(-1)?.reject(new LatchkeyError('user_rejected')),
    setCondition: relay.setState,
    setRelay: (next) => {
      up = next
    },
  }
}
