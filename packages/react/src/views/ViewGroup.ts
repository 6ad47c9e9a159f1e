import type { ViewData, ViewName } from '@latchkey/core'
import type { ComponentType } from 'react'
import type { ModalEntry } from '../context/createModalLoader.ts'
import type { MessageTable } from '../messages/createTranslate.ts'

/** Names of the chunks that contain views. */
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

/** A view receives the data that it was opened with. Everything else comes from hooks. */
export type View<Name extends ViewName> = ComponentType<{ data: ViewData[Name] }>

/** One chunk: views, their styles, and the English texts that only they need. */
export type ViewGroup = {
  views: { readonly [Name in ViewName]?: View<Name> }
  /** Style sheets. A sheet of several groups is adopted once, so the order of arrival has no effect. */
  styles: readonly string[]
  messages?: MessageTable
  /** Pending orders for the account view: part of the onramp group, which loads with the first order. */
  OrderRows?: ComponentType
  /** The newest activity for the account view: part of the transactions group. */
  ActivityPreview?: ComponentType
  /**
   * The modal's first chunk, which loads before a later group. The reference tells bundlers that this chunk is already loaded.
   * Without it, they cut a separate chunk for each module that several groups share with the modal.
   */
  after?: ModalEntry
}

/** Chunk of each view. */
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
