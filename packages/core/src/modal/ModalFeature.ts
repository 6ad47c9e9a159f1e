import type { ChainId, ChainNamespace, ErrorCode, SocialProvider } from '@latchkey/protocol'
import type { Readable } from '../store/Store.ts'

/** The views with the specification's names, each with its data. */
export type ViewData = {
  /** Limits the list to wallets of this family. All families if undefined. */
  Connect: { namespace: ChainNamespace } | undefined
  /** Connects a wallet of this browser. */
  ConnectingExternal: { connectorId: string }
  /** Asks for the network family of a wallet with several. */
  ConnectingMultiChain: { walletId: string }
  /** With a family, only options that connect an account of it. */
  ConnectingWalletConnect: { walletId: string; namespace?: ChainNamespace }
  /** `code` shows the code even on a phone, which shows all wallets otherwise. */
  ConnectingWalletConnectBasic: { code: true } | undefined
  ConnectingSiwe: undefined
  ConnectingSocial: { provider: SocialProvider }
  ConnectingFarcaster: undefined
  /** Signs in to the site. */
  SIWXSignMessage: undefined
  Wallets: { namespace: ChainNamespace } | undefined
  /** The smart account and the EOA, with the choice between them. */
  SmartAccountSettings: undefined
  /** Permissions of apps. */
  SmartSessionList: undefined
  Swap: undefined
  SwapSelectToken: { side: 'from' | 'to' }
  SwapPreview: undefined
  /** Buys tokens with a card or a bank account. */
  OnRampProviders: undefined
  OnRampTokenSelect: undefined
  OnRampFiatSelect: undefined
  /** An order until its delivery. */
  BuyInProgress: { orderId: string }
  WhatIsABuy: undefined
  /** Explains names; the next view registers one. */
  ChooseAccountName: undefined
  RegisterAccountName: undefined
  RegisterAccountNameSuccess: { name: string }
  /** Limits the list to wallets of this family. All families if undefined. */
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
   * `assetAddress`: the token to send, as CAIP-10 or as an address; the native token if omitted. The form never falls back to another
   * token. Without data, the first balance is selected.
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
  /** Protection of the embedded wallet. */
  Security: undefined
  Activity: undefined
  /** A transaction of the activity, or by its ID one that the kit follows. */
  Transaction: { hash: string; chainId: ChainId } | { id: string }
}

/** Name of a view: a key of {@link ViewData}. */
export type ViewName = keyof ViewData

/** One entry of the modal's history. */
export type ViewEntry = { [Name in ViewName]: { name: Name; data: ViewData[Name] } }[ViewName]

/**
 * Content of a toast: an error with its code, a text of the kit with its name (`siwx.authenticating`, …), or a sentence of the app. The
 * message is English; the view translates it by `code` or `text` if possible.
 */
export type ToastContent = {
  message: string
  code?: ErrorCode | undefined
  text?: ToastText | undefined
  /** The wallet that the text names. */
  wallet?: string | undefined
}

/** The kit's progress and success texts. */
export type ToastText =
  | 'sent'
  | 'transactionStarted'
  | 'authenticating'
  | 'tookOver'
  | 'copied'
  /** The wallet can be unlocked only on this device, or is lost with this page. The toast offers to protect it. */
  | 'unprotected'
  | 'unkept'

/** A message above the modal and the page. One shows at a time. */
export type Toast = ToastContent & { id: number; kind: 'success' | 'error' | 'warning' | 'loading' }

/**
 * A configuration error of the app, shown until it is dismissed (specification 8). The message is a short title; the details tell the
 * developer what to change.
 */
export type ModalAlert = { code: ErrorCode; message: string; details: string | undefined }

/** The reason why the modal cannot be closed now. */
export type CloseRefusal = 'chooseNetwork' | 'walletBusy' | 'signInRequired'

/** State of the modal: open or closed, the current view, and its history. */
export type ModalState = {
  open: boolean
  /** The last entry is the current view. Empty exactly while closed. */
  history: readonly ViewEntry[]
  /** Direction of the last move, for animations. */
  direction: 'forward' | 'back'
  /** Set for 500 ms after a refused close, with the reason. */
  shake: { reason: CloseRefusal } | undefined
  toast: Toast | undefined
  alert: ModalAlert | undefined
}

/** Result of an opened modal: the last of these events while it was open. */
export type ModalResult =
  | { type: 'connected'; address: string }
  | { type: 'signedIn'; address: string }
  | { type: 'sent'; hash: string }
  | { type: 'swapped'; hash: string }
  | { type: 'closed' }

/**
 * Opens, closes and moves the modal. The modal makes some moves automatically, so views must not repeat them:
 *
 * - After a connection: Connect, ConnectingExternal, AllWallets, GetWallet, WhatIsAWallet and the steps of the email login are removed. The
 *   modal closes if nothing remains, or shows UnsupportedChain if the app does not list the wallet's network.
 * - When the current account has to sign in: SIWXSignMessage (ConnectingSiwe if the app has only `eip155` networks), which opens a closed
 *   modal. After the sign-in, the modal closes, or shows the requested view.
 * - When the wallet switches to a network that the app does not list: UnsupportedChain, which opens a closed modal. Back on a listed
 *   network, UnsupportedChain, SwitchNetwork and Networks are removed.
 * - After a network switch: SwitchNetwork and Networks are removed.
 * - When the embedded wallet needs an approval: ApproveTransaction, which opens a closed modal. After the answer, it returns to the
 *   previous view. Closing it declines the request.
 * - When the address is lost: it closes. If another connection replaces it, views about the lost one lead to Account.
 *
 * UnsupportedChain, a required sign-in and an approval during the signature stay on top: views that are opened or reset go below them.
 * After a send, the views move themselves (`reset('Account')`).
 *
 * @example
 * const result = await latchkey.modal.open({ view: 'Connect' })
 * if (result.type === 'connected') console.log(result.address)
 */
export type ModalFeature = Readable<ModalState> & {
  /**
   * Opens the modal. Without a view: Account if connected, else Connect. A view about an account shows the connect views first. Resolves
   * when the modal closes.
   * @throws LatchkeyError `network_switch_off` for Networks and SwitchNetwork if the app disables network switches; `siwx_not_enabled` for
   *   the sign-in views if the app has no sign-in
   */
  open: <Name extends ViewName>(options?: { view?: Name; data?: ViewData[Name] }) => Promise<ModalResult>
  /** Closes the modal, unless a view prevents it. Then the modal shakes and shows the reason. */
  close: () => void
  /** Shows a view above the current one; `goBack` returns. Does nothing for a view that the configuration excludes. */
  push: <Name extends ViewName>(
    name: Name,
    ...data: undefined extends ViewData[Name] ? [ViewData[Name]?] : [ViewData[Name]]
  ) => void
  /** Replaces the current view, unless it has to stay. */
  replace: <Name extends ViewName>(
    name: Name,
    ...data: undefined extends ViewData[Name] ? [ViewData[Name]?] : [ViewData[Name]]
  ) => void
  /** Replaces the whole history with a view. Does nothing while the modal is closed. */
  reset: <Name extends ViewName>(
    name: Name,
    ...data: undefined extends ViewData[Name] ? [ViewData[Name]?] : [ViewData[Name]]
  ) => void
  /** Returns to the previous view, or closes the modal if there is none. */
  goBack: () => void
  /** Shows a toast. An open toast closes first, and the new one shows 150 ms later. */
  toast: (toast: ToastContent & { kind: Toast['kind'] }) => void
  /** Closes the open toast. */
  dismissToast: () => void
  /**
   * Shows a configuration error: `message` to visitors, and `details` to the developer, in the modal and in the console. The first alert
   * stays until it is dismissed.
   */
  alert: (alert: { code: ErrorCode; message: string; details?: string | undefined }) => void
  /** Closes the open alert. Its line in the console remains. */
  dismissAlert: () => void
}
