import { ServiceError } from '@latchkey/protocol/errors'
import type { ControlAction } from '@latchkey/protocol/wallet'
import { eq } from 'drizzle-orm'
import { lockUser } from '../auth/lockUser.ts'
import { requireStepUpOf } from '../auth/requireStepUpOf.ts'
import type { WalletCaller } from '../auth/WalletCaller.ts'
import type { Transaction } from '../platform/db/Database.ts'
import { fromBase64url } from './bytes.ts'
import { requireControl } from './requireControl.ts'
import { requireEnrolled } from './requireEnrolled.ts'
import { wallets } from './schema.ts'
import type { VaultPorts } from './VaultPorts.ts'
import { readWallet, type WalletRow } from './vaultStore.ts'

/** Common start of all changes of a wallet. */
export type WalletLock = {
  /** Makes a change, and notifies the user's other devices. */
  change: <Result>(session: WalletCaller, work: (tx: Transaction) => Promise<Result>) => Promise<Result>
  /**
   * Locks the user's wallet until the end of the transaction. Requires a device that has opened it.
   *
   * @throws LatchkeyError `session_ended`, `wallet_unknown`, `device_not_enrolled`
   */
  lock: (tx: Transaction, session: WalletCaller) => Promise<LockedWallet>
}

/** A locked wallet, with the checks of its caller. */
export type LockedWallet = {
  wallet: WalletRow
  /** @throws LatchkeyError `signature_invalid` unless the wallet's control key signed this body */
  control: (action: ControlAction, body: { proof: string }) => Promise<void>
  /** @throws LatchkeyError `frozen` */
  requireUnfrozen: () => void
  /** @throws LatchkeyError `step_up_required` */
  stepUp: () => Promise<void>
}

export function createWalletLock({
  context: { database, clock },
  news,
}: Pick<VaultPorts, 'context' | 'news'>): WalletLock {
  return {
    change: async ({ userId }, work) => {
      const result = await database.transaction(work)
      await news.publish(`user:${userId}`)
      return result
    },
    lock: async (tx, session) => {
      const { frozenUntil } = await lockUser({ tx, session })
      const wallet = await readWallet(tx, { userId: session.userId })
      if (!wallet) throw new ServiceError('wallet_unknown')
      await requireEnrolled({ db: tx, session })
      return {
        wallet,
        control: (action, body) => requireControl({ wallet, session, action, body }),
        requireUnfrozen: () => {
          if (frozenUntil && frozenUntil.getTime() > clock.now()) throw new ServiceError('frozen')
        },
        stepUp: () => requireStepUpOf({ db: tx, session, clock }),
      }
    },
  }
}

/**
 * Replaces the version of the vault that the caller has seen.
 *
 * @throws LatchkeyError `vault_outdated`
 */
export async function replaceVault(
  tx: Transaction,
  {
    wallet,
    vault,
    vaultVersion,
    accounts = wallet.accounts,
  }: { wallet: WalletRow; vault: string; vaultVersion: number; accounts?: WalletRow['accounts'] },
): Promise<{ vaultVersion: number }> {
  if (vaultVersion !== wallet.vaultVersion) throw new ServiceError('vault_outdated')
  const next = { vault: fromBase64url(vault), vaultVersion: vaultVersion + 1, accounts, returned: null }
  await tx.update(wallets).set(next).where(eq(wallets.id, wallet.id))
  return { vaultVersion: next.vaultVersion }
}
