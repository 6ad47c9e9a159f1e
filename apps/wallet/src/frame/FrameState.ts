import type { ChainId } from '@latchkey/protocol'
import type { ApprovalNetwork } from '../rpc/createApprovals.ts'
import type { Store } from '../state/Store.ts'
import type { FrameTheme } from './Frame.ts'

/** What the handlers of the host's requests share. */
export type FrameState = {
  theme: Store<FrameTheme>
  language: Store<string>
  /** What the page calls itself. */
  claimedName: Store<string | null>
  /** The configured networks of Ethereum type. */
  networks: () => readonly ApprovalNetwork[]
  /** The network in use. */
  chain: () => ChainId
  setChain: (chainId: ChainId) => Promise<void>
}
