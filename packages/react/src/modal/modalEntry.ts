import type { ComponentType } from 'react'
import { group as account } from '../views/account/accountGroup.ts'
import { connectGroup } from '../views/connect/connectGroup.ts'
import type { ViewGroup, ViewGroupName } from '../views/ViewGroup.ts'
import { EmbeddedModal } from './EmbeddedModal.tsx'
import { ModalRoot } from './ModalRoot.tsx'

/** The groups that have chunks of their own. */
export type LaterGroupName = Exclude<ViewGroupName, 'connect' | 'account'>

/** The shape of the modal's first chunk. */
export type ModalEntry = {
  ModalRoot: ComponentType
  EmbeddedModal: ComponentType
  /** The views that a visitor meets first: connecting, and the account. */
  groups: { connect: ViewGroup; account: ViewGroup }
  importGroups: { readonly [Name in LaterGroupName]: () => Promise<{ group: ViewGroup }> }
}

/**
 * The modal's first chunk. The later groups are asked for from here and not from the page's own chunk: they share nearly all
 * their building blocks with this one, and a bundler that knows that this one is there first leaves them in it.
 */
export const modalEntry: ModalEntry = {
  ModalRoot,
  EmbeddedModal,
  groups: { connect: connectGroup, account },
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
