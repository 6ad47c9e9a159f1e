import type { OwnerApproval, OwnerState, WalletControls } from '../owner/Owner.ts'
import type { RequestDescription } from './describeRequest.ts'

/** One family of a wallet, as its panel shows it. */
export type PanelFamily = {
  wallet: Pick<
    WalletControls<Pick<OwnerState, 'account' | 'present' | 'approvals'>>,
    'getState' | 'subscribe' | 'setAccount'
  >
  accounts: readonly { name: string; address: string }[]
  /** Says what a request is about. */
  describe: (approval: OwnerApproval) => Promise<PanelSubject>
}

/** What the panel says of a request. */
export type PanelSubject = RequestDescription & {
  network: string
  account: { name: string; address: string }
  /** The owner may still choose another account. */
  isConnect: boolean
}
