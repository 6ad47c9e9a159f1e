import type { ModalEntry } from '../context/createModalLoader.ts'
import { accountGroup } from '../views/account/accountGroup.ts'
import { connectGroup } from '../views/connect/connectGroup.ts'
import { EmbeddedModal } from './EmbeddedModal.tsx'
import { ModalRoot } from './ModalRoot.tsx'

/**
 * The modal's first chunk. The later groups are asked for from here and not from the page's own chunk, and each names this one as
 * what it comes after: they share nearly all their building blocks with it, which stay in it.
 */
export const modalEntry: ModalEntry = {
  ModalRoot,
  EmbeddedModal,
  groups: { connect: connectGroup, account: accountGroup },
  importGroups: {
    receive: () => import('../views/receive/receiveGroup.ts'),
    transactions: () => import('../views/transactions/transactionsGroup.ts'),
    swap: () => import('../views/swap/swapGroup.ts'),
    send: () => import('../views/send/sendGroup.ts'),
    email: () => import('../views/email/emailGroup.ts'),
    network: () => import('../views/network/networkGroup.ts'),
    pairing: () => import('../views/pairing/pairingGroup.ts'),
    signIn: () => import('../views/signIn/signInGroup.ts'),
    wallets: () => import('../views/wallets/walletsGroup.ts'),
    later: () => import('../views/later/laterGroup.ts'),
  },
}
