import { type ErrorCode, LatchkeyError } from '@latchkey/protocol'
import { ServiceError } from '@latchkey/protocol/errors'
import type { ConnectorEvent, ConnectorSession } from '../connectors/Connector.ts'
import type { PairedWallet } from '../connectors/PairedWallet.ts'
import {
  type OpenPairing,
  type PairingApproval,
  type PairingClient,
  pairingConnectorId,
} from '../connectors/PairingClient.ts'
import type { OneClickSignIn, SiwxSession } from '../siwx/Siwx.ts'

/** A pairing that a test answers. */
export type TestPairing = {
  uri: string
  chainIds: readonly string[]
  signal: AbortSignal
  signIn: OneClickSignIn | undefined
  /** The wallet approves. */
  approve: (signIns?: readonly SiwxSession[]) => void
  /** The wallet refuses. */
  refuse: (code?: ErrorCode) => void
}

/** A WalletConnect client without a relay, whose pairings a test answers. */
export type TestPairingClient = PairingClient & {
  pairings: TestPairing[]
  resumed: string[]
  /** The wallets that approved, as the visitor chose them. */
  wallets: (PairedWallet | undefined)[]
  /** Sets the result of new pairings. */
  setRelay: (relay: 'up' | 'silent' | ErrorCode) => void
  /** Ends the active WalletConnect session. */
  endSession: () => void
}

/** Creates a WalletConnect client that a test controls. */
export function createTestPairingClient({
  now,
  lifetime = 300_000,
  resumable = false,
  session = {
    accounts: [{ namespace: 'eip155', address: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8', type: 'eoa' }],
    chainId: 'eip155:31337',
  },
}: {
  now: () => number
  lifetime?: number
  resumable?: boolean
  session?: ConnectorSession
}): TestPairingClient {
  const pairings: TestPairing[] = []
  const resumed: string[] = []
  const wallets: (PairedWallet | undefined)[] = []
  const listeners = new Set<(event: ConnectorEvent) => void>()
  let relay: 'up' | 'silent' | ErrorCode = 'up'
  let live = false
  const open = (
    uri: string,
    chainIds: readonly string[],
    signal: AbortSignal,
    signIn: OneClickSignIn | undefined,
  ): OpenPairing => {
    const approval = new Promise<PairingApproval>((resolve, reject) => {
      pairings.push({
        uri,
        chainIds,
        signal,
        signIn,
        approve: (signIns = []) => {
          live = true
          resolve({ signIns })
        },
        refuse: (code = 'user_rejected') => reject(new ServiceError(code)),
      })
    })
    return { uri, expiresAt: now() + lifetime, approval }
  }
  return {
    pairings,
    resumed,
    wallets,
    noteWallet: (wallet) => wallets.push(wallet),
    setRelay: (next) => {
      relay = next
    },
    endSession: () => {
      live = false
      for (const listener of [...listeners]) listener({ type: 'disconnected' })
    },
    connector: {
      info: {
        id: pairingConnectorId,
        namespace: 'eip155',
        name: 'WalletConnect',
        icon: null,
        rdns: null,
        type: 'walletConnect',
      },
      connect: async ({ silent }) => {
        if (live) return session
        if (silent) return undefined
        throw new LatchkeyError('wallet_disconnected')
      },
      disconnect: async () => {
        live = false
      },
      getProvider: () => ({ request: async () => null }),
      subscribe: (listener) => {
        listeners.add(listener)
        return () => {
          listeners.delete(listener)
        }
      },
    },
    pair: async ({ chainIds, signal, signIn }) => {
      if (relay === 'silent') return new Promise<never>(() => {})
      if (relay !== 'up') throw new ServiceError(relay)
      return open(`wc:${pairings.length + 1}@2?symKey=0`, chainIds, signal, signIn)
    },
    ...(resumable
      ? {
          resume: async ({ uri, signal }) => {
            resumed.push(uri)
            return open(uri, [], signal, undefined)
          },
        }
      : {}),
  }
}
