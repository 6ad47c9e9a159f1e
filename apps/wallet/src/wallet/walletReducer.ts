import type { ErrorCode, RecoveryMethod } from '@latchkey/protocol'
import type { ListedFactor, WalletAccount } from '@latchkey/protocol/wallet'

/** Data of the wallet without its keys. */
export type WalletView = {
  walletId: string
  /** EIP-55. */
  address: string
  accounts: readonly WalletAccount[]
  /** Passwords are only entries before the wallet was unlocked here. */
  factors: readonly ListedFactor[]
  exportedAt: string | null
  frozenUntil: string | null
}

/** State of the wallet. */
export type WalletState =
  | { status: 'signedOut' }
  | { status: 'signingIn'; step: 'device' | 'code'; email: string }
  /** Logged in; the wallet is requested from the server, and may be known already. */
  | { status: 'opening'; wallet: WalletView | null }
  | { status: 'creating' }
  | { status: 'unlocking'; wallet: WalletView }
  /** This device has no share of it: a factor or the old device must unlock it. */
  | { status: 'recovering'; wallet: WalletView; methods: readonly RecoveryMethod[] }
  | { status: 'unlocked'; wallet: WalletView }
  /** Its keys are not on the page, and it needs a step-up to unlock. */
  | { status: 'locked'; wallet: WalletView }
  /** It is not unlocked, and no other wallet is created instead. */
  | { status: 'failed'; code: ErrorCode; wallet: WalletView | null }

/** Events of the wallet. */
export type WalletEvent =
  | { type: 'attemptStarted'; step: 'device' | 'code'; email: string }
  | { type: 'deviceApproved' }
  | { type: 'attemptEnded' }
  | { type: 'sessionStarted' }
  /** The server knows no wallet. `deviceHoldsShare`: this device does (threat 35). */
  | { type: 'walletMissing'; deviceHoldsShare: boolean }
  | { type: 'walletFound'; wallet: WalletView; hasShare: boolean }
  /** The server or the device's own share requires a step-up first. */
  | { type: 'walletLocked'; wallet: WalletView }
  /** The two shares do not match: one of them was damaged or replaced. */
  | { type: 'shareBroken' }
  | { type: 'opened'; wallet: WalletView }
  | { type: 'changed'; wallet: WalletView }
  | { type: 'failed'; code: ErrorCode }
  | { type: 'locked' }
  | { type: 'sessionEnded' }

/** Refusals after which the server's data of the wallet is no longer shown. */
const untrusted: readonly ErrorCode[] = ['device_mismatch', 'vault_rolled_back']

/**
 * Life cycle of the wallet as a pure function. An event that does not fit the state changes nothing. A wallet is created only during
 * an unlock, and never on a device that holds a share of one.
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
      // Also stops a running unlock, which would be complete a moment later.
      return (state.status === 'unlocked' || state.status === 'unlocking' || state.status === 'opening') && state.wallet
        ? { status: 'locked', wallet: state.wallet }
        : state
    case 'sessionEnded':
      return { status: 'signedOut' }
  }
}

/** Returns the ways to recover the wallet here, the easiest first. The old device is always one. */
export function methodsOf(factors: readonly ListedFactor[]): readonly RecoveryMethod[] {
  const kinds = new Set(factors.map(({ kind }) => kind))
  const known = (['passkey', 'backupCode', 'password'] as const).filter((kind) => kinds.has(kind))
  return [...known, 'oldDevice']
}

/** The wallet of a state that has one. */
export function walletOf(state: WalletState): WalletView | null {
  return 'wallet' in state ? state.wallet : null
}

/** Whether the wallet is being unlocked, for the login at its start. */
export const isOpening = ({ status }: WalletState) =>
  status === 'opening' || status === 'creating' || status === 'unlocking'

/** The wallet if it was unlocked here. A wallet that must be recovered first is not connected to sites. */
export function openedWallet(state: WalletState): WalletView | null {
  return state.status === 'recovering' ? null : walletOf(state)
}
