import type { ErrorCode } from '@latchkey/protocol'
import type { EndpointResponse } from '@latchkey/protocol/api'
import { ServiceError } from '@latchkey/protocol/errors'
import { askNewWallet, listLoginWallets, startNewWallet, takeLoginBack } from '@latchkey/protocol/wallet'
import type { Wallet } from './createWallet.ts'
import { findDeviceRecords } from './findDeviceRecords.ts'
import type { WalletContext } from './WalletContext.ts'

/** What the server refuses with when the login leads where it did. After anything else it may lead to the new account. */
const refusals: readonly ErrorCode[] = [
  ...(['code_wrong', 'code_expired', 'step_up_required', 'rate_limited'] as const),
  ...(['wallet_unknown', 'wallet_exists', 'wallet_protected'] as const),
]

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

  /**
   * What this device kept of the wallet that is left counts for its own account alone from now on.
   *
   * @returns those that counted for the login until now
   */
  const leaveRecords = async () => {
    const person = session.current()
    const records = person ? await findDeviceRecords({ store, projectId, person }) : []
    const counted = records.filter(({ isLeft }) => !isLeft)
    for (const record of counted) await store.put('wallets', record.walletId, { ...record, isLeft: true })
    return counted
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
      const records = await leaveRecords()
      const tokens = await session.request(startNewWallet, { body }).catch(async (error: unknown) => {
        if (error instanceof ServiceError && refusals.includes(error.code))
          for (const record of records) await store.put('wallets', record.walletId, record)
        throw error
      })
      await session.start(tokens)
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
