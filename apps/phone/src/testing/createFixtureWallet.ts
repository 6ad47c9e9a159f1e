import type { PairedAnswer, PairedApproval, PairedWallet, PairedWalletState } from '@latchkey/testkit'
import { fixtureAccounts, fixtureChains, fixtureNetworks } from './fixtures.ts'

/** A call of the screen to the wallet: its name and parameters. */
export type FixtureCall = readonly [name: string, ...parameters: unknown[]]

/** A paired wallet with a given state, which records its calls. */
export type FixtureWallet = PairedWallet & {
  calls: FixtureCall[]
  update: (change: Partial<PairedWalletState>) => void
  /** Answer to the next decision. */
  answer: PairedAnswer | Promise<PairedAnswer>
  /** Answer to the next code. */
  pairing: Promise<void>
}

/** Makes a wallet for the gallery and for tests of the screen. */
export function createFixtureWallet(start: Partial<PairedWalletState> = {}): FixtureWallet {
  let state: PairedWalletState = {
    account: 0,
    policy: 'ask',
    permitted: false,
    present: true,
    ready: true,
    approvals: [],
    refusals: [],
    relays: [{ url: 'ws://127.0.0.1:7100/relay', status: 'connected' }],
    accounts: fixtureAccounts,
    chains: fixtureChains,
    networks: fixtureNetworks,
    sessions: [],
    ...start,
  }
  const listeners = new Set<() => void>()
  const update = (change: Partial<PairedWalletState>) => {
    state = { ...state, ...change }
    for (const listener of listeners) listener()
  }
  const decide = async (id: number | undefined): Promise<PairedAnswer> => {
    const answer = await wallet.answer
    update({ approvals: state.approvals.filter((approval) => approval.id !== id) })
    return answer
  }
  const note = (...call: [name: string, ...parameters: unknown[]]) => void wallet.calls.push(call)
  const wallet: FixtureWallet = {
    calls: [],
    answer: { result: '0x' },
    pairing: Promise.resolve(),
    update,
    getState: () => state,
    subscribe: (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    requests: () => [],
    waitForRequest: () => new Promise(() => {}),
    setPolicy: (policy) => update({ policy }),
    ready: async () => {},
    pair: (uri) => {
      note('pair', uri)
      return wallet.pairing
    },
    approve: (id, options) => {
      note('approve', id, options)
      return decide(id)
    },
    reject: (id) => {
      note('reject', id)
      return decide(id)
    },
    setAccount: async (index) => {
      note('setAccount', index)
      update({ account: index })
    },
    switchChain: async (options) => {
      note('switchChain', options)
      update({
        sessions: state.sessions.map((session) =>
          options.topic === undefined || options.topic === session.topic
            ? { ...session, chain: options.chain }
            : session,
        ),
      })
    },
    disconnect: async (topic) => {
      note('disconnect', topic)
      update({ sessions: state.sessions.filter((session) => session.topic !== topic) })
    },
    disappear: () => {},
    destroy: () => {},
  }
  return wallet
}

/** Makes an approval whose own buttons do nothing, because the screen decides through the wallet. */
export function toApproval<Kind extends PairedApproval['kind']>(
  about: Omit<Extract<PairedApproval, { kind: Kind }>, 'approve' | 'reject'>,
): PairedApproval {
  return { ...about, approve: () => {}, reject: () => {} } as unknown as PairedApproval
}
