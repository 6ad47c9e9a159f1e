import type { ErrorCode, RecoveryMethod } from '@latchkey/protocol'
import type { ListedFactor, WalletAccount } from '@latchkey/protocol/wallet'

/** What is known of the wallet without its keys. */
export type WalletView = {
  walletId: string
  /** EIP-55. */
  address: string
  accounts: readonly WalletAccount[]
  /** Of passwords an entry alone, before the wallet was opened here. */
  factors: readonly ListedFactor[]
  exportedAt: string | null
  frozenUntil: string | null
}

/** Where the wallet stands. */
export type WalletState =
  | { status: 'signedOut' }
  | { status: 'signingIn'; step: 'device' | 'code'; email: string }
  /** Signed in; the server is asked for the wallet, which may be known already. */
  | { status: 'opening'; wallet: WalletView | null }
  | { status: 'creating' }
  | { status: 'unlocking'; wallet: WalletView }
  /** This device has no share of it: a factor or the old device must open it. */
  | { status: 'recovering'; wallet: WalletView; methods: readonly RecoveryMethod[] }
  | { status: 'unlocked'; wallet: WalletView }
  /** Its keys are gone from the page, and a confirmation of the visitor is needed before it opens. */
  | { status: 'locked'; wallet: WalletView }
  /** It is not opened, and nothing is created in its place. */
  | { status: 'failed'; code: ErrorCode; wallet: WalletView | null }

/** What happens to it. */
export type WalletEvent =
  | { type: 'attemptStarted'; step: 'device' | 'code'; email: string }
  | { type: 'deviceApproved' }
  | { type: 'attemptEnded' }
  | { type: 'sessionStarted' }
  /** The server knows no wallet. `deviceHoldsShare`: this device does (threat 35). */
  | { type: 'walletMissing'; deviceHoldsShare: boolean }
  | { type: 'walletFound'; wallet: WalletView; hasShare: boolean }
  /** The server or the device's own share asks for a confirmation first. */
  | { type: 'walletLocked'; wallet: WalletView }
  /** The two shares do not fit: one of them was damaged or exchanged. */
  | { type: 'shareBroken' }
  | { type: 'opened'; wallet: WalletView }
  | { type: 'changed'; wallet: WalletView }
  | { type: 'failed'; code: ErrorCode }
  | { type: 'locked' }
  | { type: 'sessionEnded' }

/** Refusals after which nothing that the server said of the wallet is shown any more. */
const untrusted: readonly ErrorCode[] = ['device_mismatch', 'vault_rolled_back']

/**
 * The life of the wallet, as a pure function. An event that does not fit the state changes nothing: a wallet is created only while
 * it is being opened, and never on a device that holds a share of one.
 */
export function walletReducer(state: WalletState, event: WalletEvent): WalletState {
  switch (event.type) {
    case 'attemptStarted':
      return state.status === 'signedOut' || state.status === 'signingIn'
        ? { status: 'signingIn', step: event.step, email: event.email }
        : state
    case 'deviceApproved':
      return state.status === 'signingIn' ? { ...state, step: 'code' } : state
    case 'attemptEnded':
      return state.status === 'signingIn' ? { status: 'signedOut' } : state
    case 'sessionStarted':
      return state.status === 'creating' || state.status === 'unlocking'
        ? state
        : { status: 'opening', wallet: openedWallet(state) }
    case 'walletMissing':
      if (state.status !== 'opening') return state
      return event.deviceHoldsShare
        ? { status: 'failed', code: 'device_mismatch', wallet: null }
        : { status: 'creating' }
    case 'walletFound':
      if (state.status !== 'opening') return state
      return event.hasShare
        ? { status: 'unlocking', wallet: event.wallet }
        : { status: 'recovering', wallet: event.wallet, methods: methodsOf(event.wallet.factors) }
    case 'walletLocked':
      return state.status === 'opening' ? { status: 'locked', wallet: event.wallet } : state
    case 'shareBroken':
      return state.status === 'unlocking'
        ? { status: 'recovering', wallet: state.wallet, methods: methodsOf(state.wallet.factors) }
        : state
    case 'opened':
      return state.status === 'creating' || state.status === 'unlocking' || state.status === 'recovering'
        ? { status: 'unlocked', wallet: event.wallet }
        : state
    case 'changed':
      return state.status === 'unlocked' ? { status: 'unlocked', wallet: event.wallet } : state
    case 'failed':
      return state.status === 'opening' || state.status === 'creating' || state.status === 'unlocking'
        ? { status: 'failed', code: event.code, wallet: untrusted.includes(event.code) ? null : openedWallet(state) }
        : state
    case 'locked':
      // What is on its way is stopped too: it would be open a moment later.
      return (state.status === 'unlocked' || state.status === 'unlocking' || state.status === 'opening') && state.wallet
        ? { status: 'locked', wallet: state.wallet }
        : state
    case 'sessionEnded':
      return { status: 'signedOut' }
  }
}

/** How the wallet can be opened here, the easiest first. The old device can always do it. */
export function methodsOf(factors: readonly ListedFactor[]): readonly RecoveryMethod[] {
  const kinds = new Set(factors.map(({ kind }) => kind))
  const known = (['passkey', 'backupCode', 'password'] as const).filter((kind) => kinds.has(kind))
  return [...known, 'oldDevice']
}

/** The wallet of a state that has one. */
export function walletOf(state: WalletState): WalletView | null {
  return 'wallet' in state ? state.wallet : null
}

/** Whether the wallet is on its way, for the session that there was when it set out. */
export const isOpening = ({ status }: WalletState) =>
  status === 'opening' || status === 'creating' || status === 'unlocking'

/** The wallet, if it was opened here. What must be recovered first is connected to nobody. */
export function openedWallet(state: WalletState): WalletView | null {
  return state.status === 'recovering' ? null : walletOf(state)
}
