import type { EndpointResponse } from '@latchkey/protocol/api'
import { askNewWallet, listLoginWallets, startNewWallet, takeLoginBack } from '@latchkey/protocol/wallet'
import type { Wallet } from './createWallet.ts'
import { findDeviceRecords } from './findDeviceRecords.ts'
import type { WalletContext } from './WalletContext.ts'

/** A new wallet for a login whose wallet this device cannot open, and the ways back. */
export type NewWallet = {
  /** Has the code sent that confirms it. @throws LatchkeyError `wallet_protected`, `login_unsettled`, `rate_limited` */
  ask: () => Promise<{ needsCode: boolean }>
  /**
   * Takes the code: the session is of the new account then, and its wallet is made here.
   *
   * @returns the new wallet's address
   * @throws LatchkeyError `code_wrong`, `code_expired`, `attempt_unknown`, `wallet_protected`
   */
  start: (options: { otp: string | null }) => Promise<{ address: string }>
  /** The other wallets of the login. */
  list: () => Promise<EndpointResponse<typeof listLoginWallets>>
  /** Leads the login back. @throws LatchkeyError `archive_unknown`, `step_up_required`, `device_not_enrolled` */
  takeBack: (options: { moveId: string }) => Promise<void>
}

/** Makes {@link NewWallet}. Cut off anywhere, the next login finds where it leads and goes on from there. */
export function createNewWallet({
  context,
  wallet,
  signedIn,
}: {
  context: WalletContext
  wallet: Wallet
  /** A session was begun here. */
  signedIn: () => void
}): NewWallet {
  const { session, store, projectId } = context
  let askId: string | null = null

  /** What this device kept of the wallet that is left counts for its own account alone from now on. */
  const leaveRecords = async () => {
    const person = session.current()
    const records = person ? await findDeviceRecords({ store, projectId, person }) : []
    for (const record of records) await store.put('wallets', record.walletId, { ...record, isLeft: true })
  }

  return {
    ask: async () => {
      const asked = await session.request(askNewWallet, {})
      askId = asked.askId
      return { needsCode: asked.needsCode }
    },
    start: async ({ otp }) => {
      // After a reload of the page there is nothing to confirm: the server says so.
      const body = { askId: askId ?? context.randomUUID(), ...(otp === null ? {} : { otp }) }
      // First: were the answer lost, the login would lead to an account without a wallet, where this device keeps one.
      await leaveRecords()
      await session.start(await session.request(startNewWallet, { body }))
      askId = null
      signedIn()
      await wallet.open()
      return { address: (await wallet.unlock()).address }
    },
    list: () => session.request(listLoginWallets, {}),
    takeBack: async (body) => {
      await session.request(takeLoginBack, { body })
      await wallet.open()
    },
  }
}
