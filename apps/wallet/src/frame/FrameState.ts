import type { ChainId } from '@latchkey/protocol'
import type { OperationAccount } from '../operations/Operations.ts'
import type { ApprovalNetwork } from '../rpc/createApprovals.ts'
import type { Store } from '../state/Store.ts'
import type { FrameTheme } from './Frame.ts'
import type { FrameServices } from './FrameServices.ts'

/** State that the handlers of the host's requests share. */
export type FrameState = {
  theme: Store<FrameTheme>
  language: Store<string>
  /** Name that the page claims. */
  claimedName: Store<string | null>
  /** The configured EVM networks. */
  networks: () => readonly ApprovalNetwork[]
  /** The EVM network in use. */
  chain: () => ChainId
  setChain: (chainId: ChainId) => Promise<void>
  /** The visitor's accounts on a network, the one in use first; none: not connected. Default: the network in use. */
  accounts: (services: Pick<FrameServices, 'session' | 'wallet'>, chainId?: ChainId) => readonly OperationAccount[]
  /** Resolves when the accounts of an unlocked wallet are known. */
  learned: () => Promise<void>
  /** Uses an account on the network in use from now on. */
  prefer: (options: { owner: string; type: OperationAccount['type'] }) => Promise<void>
}
