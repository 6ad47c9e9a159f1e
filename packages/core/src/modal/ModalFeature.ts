import type { ChainId, ChainNamespace, ErrorCode, SocialProvider } from '@latchkey/protocol'
import type { Readable } from '../store/Store.ts'

/** The views, by the specification's names, each with the data it is opened with. */
export type ViewData = {
  /** With a family, only wallets of that family. */
  Connect: { namespace: ChainNamespace } | undefined
  ConnectingExternal: { connectorId: string }
  ConnectingMultiChain: { walletId: string }
  /** With a family, only the ways that connect an account of it. */
  ConnectingWalletConnect: { walletId: string; namespace?: ChainNamespace }
  /** `code`: the code on a phone, too, where all wallets are shown otherwise. */
  ConnectingWalletConnectBasic: { code: true } | undefined
  ConnectingSiwe: undefined
  ConnectingSocial: { provider: SocialProvider }
  ConnectingFarcaster: undefined
  SIWXSignMessage: undefined
  Wallets: { namespace: ChainNamespace } | undefined
  SmartAccountSettings: undefined
  SmartSessionList: undefined
  Swap: undefined
  SwapSelectToken: { side: 'from' | 'to' }
  SwapPreview: undefined
  OnRampProviders: undefined
  OnRampTokenSelect: undefined
  OnRampFiatSelect: undefined
  BuyInProgress: { orderId: string }
  WhatIsABuy: undefined
  ChooseAccountName: undefined
  RegisterAccountName: undefined
  RegisterAccountNameSuccess: { name: string }
  /** With a family, only wallets of that family. */
  AllWallets: { namespace: ChainNamespace } | undefined
  EmailVerifyDevice: undefined
  EmailVerifyOtp: undefined
  GetWallet: undefined
  WhatIsAWallet: undefined
  Account: { tab?: 'tokens' | 'activity' } | undefined
  Networks: undefined
  SwitchNetwork: { chainId: ChainId }
  UnsupportedChain: undefined
  WhatIsANetwork: undefined
  /**
   * `assetAddress`: the asset to send, CAIP-10 of a token or its address alone; the native coin where left out. The form never falls
   * back to another asset. Without data the first balance is chosen.
   */
  WalletSend: { assetAddress?: string } | undefined
  WalletSendSelectToken: undefined
  WalletSendPreview: undefined
  WalletSendConfirmed: undefined
  Receive: undefined
  ApproveTransaction: undefined
  AccountSettings: undefined
  UpdateEmail: undefined
  UpdateEmailPrimaryOtp: undefined
  UpdateEmailSecondaryOtp: undefined
  Security: undefined
  Activity: undefined
  /** One of the history, or by its id one that the kit follows. */
  Transaction: { hash: string; chainId: ChainId } | { id: string }
}

/** The name of a view. */
export type ViewName = keyof ViewData

/** One entry of the modal's history. */
export type ViewEntry = { [Name in ViewName]: { name: Name; data: ViewData[Name] } }[ViewName]

/**
 * What a toast says: an error by its code, a text of the kit by its name (`siwx.authenticating`, …), or a sentence of the
 * app's own. The message is English; who shows it translates by `code` or `text` where it can.
 */
export type ToastContent = {
  message: string
  code?: ErrorCode | undefined
  text?: ToastText | undefined
  /** The wallet that the text names. */
  wallet?: string | undefined
}

/** The kit's own progress and success texts. */
export type ToastText =
  | 'sent'
  | 'transactionStarted'
  | 'authenticating'
  | 'disconnected'
  | 'tookOver'
  | 'copied'
  /** The embedded wallet opens on this device only, or is lost with this page: the toast offers to protect it. */
  | 'unprotected'
  | 'unkept'

/** A message above the modal and the page; one at a time. */
export type Toast = ToastContent & { id: number; kind: 'success' | 'error' | 'warning' | 'loading' }

/**
 * Something that is wrong with the app's own set-up, shown until it is dismissed (specification 8): the message is a short
 * title, the details say to the developer what to change.
 */
export type ModalAlert = { code: ErrorCode; message: string; details: string | undefined }

/** Why the modal may not be closed now. */
export type CloseRefusal = 'chooseNetwork' | 'walletBusy' | 'signInRequired'

/** The modal: open or not, where, and how it got there. */
export type ModalState = {
  open: boolean
  /** The entry on top is the view that shows; empty exactly when closed. */
  history: readonly ViewEntry[]
  /** The direction of the last move, for motion. */
  direction: 'forward' | 'back'
  /** Set for 500 ms when closing was refused, with the reason. */
  shake: { reason: CloseRefusal } | undefined
  toast: Toast | undefined
  alert: ModalAlert | undefined
}

/** How an opened modal ended: by the last of these that happened while it was open. */
export type ModalResult =
  | { type: 'connected'; address: string }
  | { type: 'signedIn'; address: string }
  | { type: 'sent'; hash: string }
  | { type: 'swapped'; hash: string }
  | { type: 'closed' }

/**
 * Open, close and move the modal. Some moves it makes by itself, so a view must not make them again:
 *
 * - a wallet is connected: Connect, ConnectingExternal, AllWallets, GetWallet, WhatIsAWallet and the steps of the email
 *   login leave the history, and the modal closes when nothing else is left (with UnsupportedChain instead when the app does not list the wallet's network);
 * - the account in use is asked to sign in: SIWXSignMessage (ConnectingSiwe when the app has `eip155` networks only), opening
 *   the modal when it was closed; signed in, it closes, or goes on to the view that was asked for;
 * - the wallet moves to a network that the app does not list: UnsupportedChain, opening the modal when it was closed;
 *   back on a listed one, UnsupportedChain, SwitchNetwork and Networks leave;
 * - a switch succeeded: SwitchNetwork and Networks leave;
 * - the embedded wallet asks for an approval: ApproveTransaction, opening the modal when it was closed; when it is answered,
 *   back to where it came from. Closing it declines what is asked;
 * - the address is lost: it closes; when another connection takes its place, it goes to Account from views about the lost one.
 *
 * UnsupportedChain, a required sign-in and an approval that is being signed bind: whatever opens or resets the modal
 * meanwhile goes below them. After a send, views move by themselves (`reset('Account')`).
 *
 * @example
 * const result = await latchkey.modal.open({ view: 'Connect' })
 * if (result.type === 'connected') console.log(result.address)
 */
export type ModalFeature = Readable<ModalState> & {
  /**
   * Opens the modal; without a view: Account when connected, else Connect. A view that is about an account has one connected
   * first, and goes on. Resolves when it closes.
   * @throws LatchkeyError `network_switch_off` for Networks and SwitchNetwork where the app does not let visitors change the
   * network; `siwx_not_enabled` for the sign-in views where it asks for none
   */
  open: <Name extends ViewName>(options?: { view?: Name; data?: ViewData[Name] }) => Promise<ModalResult>
  /** Closes, unless something forbids it: then the modal shakes and says why. */
  close: () => void
  /** Shows a view above the one that is shown; `goBack` leads back. Does nothing for a view that the configuration rules out. */
  push: <Name extends ViewName>(
    name: Name,
    ...data: undefined extends ViewData[Name] ? [ViewData[Name]?] : [ViewData[Name]]
  ) => void
  /** Shows a view in place of the one that is shown, unless that one binds. */
  replace: <Name extends ViewName>(
    name: Name,
    ...data: undefined extends ViewData[Name] ? [ViewData[Name]?] : [ViewData[Name]]
  ) => void
  /** Shows a view in place of all that led here. Does nothing while the modal is closed. */
  reset: <Name extends ViewName>(
    name: Name,
    ...data: undefined extends ViewData[Name] ? [ViewData[Name]?] : [ViewData[Name]]
  ) => void
  /** One view back; with one entry left it closes. */
  goBack: () => void
  /** Shows a toast; one that is open closes first and the new one shows 150 ms later. */
  toast: (toast: ToastContent & { kind: Toast['kind'] }) => void
  /** Closes the toast that is open. */
  dismissToast: () => void
  /** Shows what is wrong with the app's set-up: `message` to whoever visits, `details` to whoever builds it, in the modal and in the console; the first one stays until dismissed. */
  alert: (alert: { code: ErrorCode; message: string; details?: string | undefined }) => void
  /** Closes the alert that is open; the console has its line all the same. */
  dismissAlert: () => void
}
