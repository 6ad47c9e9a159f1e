import type { ErrorCode } from '@latchkey/protocol'
import type { EndpointResponse } from '@latchkey/protocol/api'
import { ServiceError } from '@latchkey/protocol/errors'
import { askNewWallet, listLoginWallets, startNewWallet, takeLoginBack } from '@latchkey/protocol/wallet'
import type { Wallet } from './createWallet.ts'
import { findDeviceRecords } from './findDeviceRecords.ts'
import type { WalletContext } from './WalletContext.ts'

/** Refusals after which the login still belongs to the old account. After any other failure it may belong to the new one. */
const refusals: readonly ErrorCode[] = [
  ...(['code_wrong', 'code_expired', 'step_up_required', 'rate_limited'] as const),
  ...(['wallet_unknown', 'wallet_exists', 'wallet_protected'] as const),
]

/** A new wallet for a login whose wallet this device cannot unlock, and the ways back. */
export type NewWallet = {
  /** Requests the code that confirms it. @throws LatchkeyError `wallet_protected`, `login_unsettled`, `rate_limited` */
  ask: () => Promise<{ needsCode: boolean }>
  /**
   * Accepts the code. The login then belongs to the new account, whose wallet is created here.
   *
   * @returns the new wallet's address
   * @throws LatchkeyError `code_wrong`, `code_expired`, `attempt_unknown`, `wallet_protected`
   */
  start: (options: { otp: string | null }) => Promise<{ address: string }>
  /** The other wallets of the login. */
  list: () => Promise<EndpointResponse<typeof listLoginWallets>>
  /** Returns the login to the old account. @throws LatchkeyError `archive_unknown`, `step_up_required`, `device_not_enrolled` */
  takeBack: (options: { moveId: string }) => Promise<void>
}

/** Creates {@link NewWallet}. If it is cut off anywhere, the next login finds its account and continues from there. */
export function createNewWallet({
  context,
  wallet,
  signedIn,
}: {
  context: WalletContext
  wallet: Wallet
  /** A login started here. */
  signedIn: () => void
}): NewWallet {
  const { session, store, projectId } = context
  let askId: string | null = null

  /**
   * Limits this device's records of the old wallet to its own account from now on.
   *
   * @returns the records that counted for the login until now
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
      // After a reload of the page there is nothing to confirm, which the server reports.
      const body = { askId: askId ?? context.randomUUID(), ...(otp === null ? {} : { otp }) }
      // First, in case the answer is lost: the login would belong to an account without a wallet, while this device has a record of
      // one.
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
