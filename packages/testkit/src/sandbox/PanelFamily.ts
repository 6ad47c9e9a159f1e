import type { OwnerApproval, OwnerState, WalletControls } from '../owner/Owner.ts'
import type { RequestDescription } from './describeRequest.ts'

/** One family of a wallet, for its panel. */
export type PanelFamily = {
  wallet: Pick<
    WalletControls<Pick<OwnerState, 'account' | 'present' | 'approvals'>>,
    'getState' | 'subscribe' | 'setAccount'
  >
  accounts: readonly { name: string; address: string }[]
  /** Describes a request. */
  describe: (approval: OwnerApproval) => Promise<PanelSubject>
}

/** The panel's description of a request. */
export type PanelSubject = RequestDescription & {
  network: string
  account: { name: string; address: string }
  /** Whether the owner can still choose another account. */
  isConnect: boolean
}
