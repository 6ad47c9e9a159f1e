import type { ViewData, ViewName } from '@latchkey/core'
import type { ComponentType } from 'react'
import type { ModalEntry } from '../context/createModalLoader.ts'
import type { MessageTable } from '../messages/createTranslate.ts'

/** The chunks that views arrive in. */
export type ViewGroupName =
  | 'connect'
  | 'account'
  | 'directory'
  | 'receive'
  | 'send'
  | 'transactions'
  | 'swap'
  | 'network'
  | 'email'
  | 'pairing'
  | 'social'
  | 'signIn'
  | 'wallets'
  | 'smartAccount'
  | 'names'
  | 'onramp'

/** A view gets the data it was opened with and nothing else; the rest comes from hooks. */
export type View<Name extends ViewName> = ComponentType<{ data: ViewData[Name] }>

/** One chunk: its views, their styles, and the English texts that nobody needs before them. */
export type ViewGroup = {
  views: { readonly [Name in ViewName]?: View<Name> }
  /** Style sheets; one that several groups name is adopted once, so that the order of arrival changes nothing. */
  styles: readonly string[]
  messages?: MessageTable
  /** The purchases under way, for the account: a piece of the group of buying, which comes with the first of them. */
  PurchaseRows?: ComponentType
  /** The newest of the history, for the account: a piece of the group of transactions. */
  ActivityPreview?: ComponentType
  /**
   * What a later group comes after: the modal's first chunk. Because a group holds on to it, bundlers know that what both of them
   * need has arrived, and cut no chunk of its own for every piece that some of the groups share with the modal.
   */
  after?: ModalEntry
}

/** Which chunk a view is in. */
export const groupOfView: { readonly [Name in ViewName]: ViewGroupName } = {
  Connect: 'connect',
  ConnectingExternal: 'connect',
  ConnectingMultiChain: 'connect',
  AllWallets: 'directory',
  ConnectingWalletConnect: 'pairing',
  ConnectingWalletConnectBasic: 'pairing',
  ConnectingSiwe: 'signIn',
  SIWXSignMessage: 'signIn',
  Wallets: 'wallets',
  ConnectingSocial: 'social',
  ConnectingFarcaster: 'social',
  SmartAccountSettings: 'smartAccount',
  SmartSessionList: 'smartAccount',
  Swap: 'swap',
  SwapSelectToken: 'swap',
  SwapPreview: 'swap',
  OnRampProviders: 'onramp',
  OnRampTokenSelect: 'onramp',
  OnRampFiatSelect: 'onramp',
  BuyInProgress: 'onramp',
  WhatIsABuy: 'onramp',
  ChooseAccountName: 'names',
  RegisterAccountName: 'names',
  RegisterAccountNameSuccess: 'names',
  EmailVerifyDevice: 'email',
  EmailVerifyOtp: 'email',
  ApproveTransaction: 'email',
  AccountSettings: 'email',
  UpdateEmail: 'email',
  UpdateEmailPrimaryOtp: 'email',
  UpdateEmailSecondaryOtp: 'email',
  Security: 'email',
  GetWallet: 'directory',
  WhatIsAWallet: 'directory',
  Account: 'account',
  Receive: 'receive',
  Activity: 'transactions',
  Transaction: 'transactions',
  Networks: 'network',
  SwitchNetwork: 'network',
  UnsupportedChain: 'network',
  WhatIsANetwork: 'network',
  WalletSend: 'send',
  WalletSendSelectToken: 'send',
  WalletSendPreview: 'send',
  WalletSendConfirmed: 'send',
}
