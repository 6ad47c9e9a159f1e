import type { ModalEntry } from '../context/createModalLoader.ts'
import { EmbeddedModal } from './EmbeddedModal.tsx'
import { accountGroup } from './groups/accountGroup.ts'
import { connectGroup } from './groups/connectGroup.ts'
import { ModalRoot } from './ModalRoot.tsx'

/**
 * The modal's first chunk. This chunk imports the later groups instead of the page's own chunk, and each group refers to it in
 * `after`. Bundlers then keep the shared modules here, because the groups share nearly all their modules with this chunk.
 */
export const modalEntry: ModalEntry = {
  ModalRoot,
  EmbeddedModal,
  groups: { connect: connectGroup, account: accountGroup },
  importGroups: {
    directory: () => import('./groups/directoryGroup.ts'),
    receive: () => import('./groups/receiveGroup.ts'),
    transactions: () => import('./groups/transactionsGroup.ts'),
    swap: () => import('./groups/swapGroup.ts'),
    send: () => import('./groups/sendGroup.ts'),
    email: () => import('./groups/emailGroup.ts'),
    network: () => import('./groups/networkGroup.ts'),
    pairing: () => import('./groups/pairingGroup.ts'),
    social: () => import('./groups/socialGroup.ts'),
    signIn: () => import('./groups/signInGroup.ts'),
    wallets: () => import('./groups/walletsGroup.ts'),
    smartAccount: () => import('./groups/smartAccountGroup.ts'),
    names: () => import('./groups/namesGroup.ts'),
    onramp: () => import('./groups/onrampGroup.ts'),
  },
}
