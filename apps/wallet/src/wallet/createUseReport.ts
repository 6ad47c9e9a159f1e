import { ServiceError } from '@latchkey/protocol/errors'
import { noteUse } from '@latchkey/protocol/wallet'
import type { LoginState } from '../login/createLoginState.ts'
import type { Wallet } from './createWallet.ts'

/** Milliseconds between two reports of use to the server, and to the other tabs of this device. */
const serverInterval = 60_000
const tabInterval = 1_000

/** Reports that the visitor used the wallet. */
export type UseReport = () => void

/**
 * Creates the {@link UseReport}: the server and the other tabs measure the idle time as well. If the server has locked the login, the
 * wallet locks here.
 */
export function createUseReport({
  session,
  wallet,
  now,
  tellTabs,
}: {
  session: LoginState
  wallet: Wallet
  now: () => number
  tellTabs: () => void
}): UseReport {
  let toldServer = Number.NEGATIVE_INFINITY
  let toldTabs = Number.NEGATIVE_INFINITY
  const tellServer = async () => {
    try {
      await session.request(noteUse, {})
    } catch (error) {
      // After a failed report the server locks too early, never too late.
      if (error instanceof ServiceError && error.code === 'step_up_required') await wallet.lockHere()
    }
  }
  return () => {
    if (!session.current() || wallet.state.getState().status !== 'unlocked') return
    if (now() - toldTabs >= tabInterval) {
      toldTabs = now()
      tellTabs()
    }
    if (now() - toldServer < serverInterval) return
    toldServer = now()
    void tellServer()
  }
}
