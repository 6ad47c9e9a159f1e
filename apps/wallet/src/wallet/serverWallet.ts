import type { EndpointResponse } from '@latchkey/protocol/api'
import { ServiceError } from '@latchkey/protocol/errors'
import { getWallet } from '@latchkey/protocol/wallet'
import { fromBase64Url } from '@latchkey/vault'
import { holdsConfirmedShare } from '../device/deviceSlots.ts'
import type { DeviceRecord } from '../device/KeyValueStore.ts'
import type { Session } from '../session/createSession.ts'
import type { SealedWallet } from '../worker/KeyWorkerCalls.ts'
import type { WalletView } from './walletReducer.ts'

/** The wallet as the server gives it. */
export type ServerWallet = Extract<EndpointResponse<typeof getWallet>, { exists: true }>

/** Asks the server for the wallet. */
export function readServerWallet(session: Session): Promise<EndpointResponse<typeof getWallet>> {
  return session.request(getWallet, {})
}

/**
 * Holds the server's word against what this device has seen.
 *
 * @throws LatchkeyError `device_mismatch` for another wallet (threat 35), `vault_rolled_back` for an older one (threat 34)
 */
export function checkServerWallet({
  server,
  record,
}: {
  server: ServerWallet
  record: DeviceRecord | undefined
}): void {
  // A share that the server never confirmed binds nothing: nobody has seen that wallet.
  if (!record || !holdsConfirmedShare(record)) return
  if (server.walletId !== record.walletId || server.address.toLowerCase() !== record.address.toLowerCase())
    throw new ServiceError('device_mismatch')
  if (server.vaultVersion < record.seenVersion) throw new ServiceError('vault_rolled_back')
}

/** The server's wallet as the key worker takes it. */
export function toSealedWallet({
  server,
  record,
}: {
  server: ServerWallet
  record: DeviceRecord | undefined
}): SealedWallet {
  const { walletId, address, vault, vaultVersion, factors } = server
  const known = record?.walletId === walletId ? record : undefined
  const seenVersion = known?.seenVersion ?? 0
  // What this device derived for this very version; what the server lists is not believed.
  const accounts = known && isComplete(known.accounts) && seenVersion === vaultVersion ? known.accounts : null
  return { walletId, address, vault: fromBase64Url(vault), vaultVersion, seenVersion, factors, accounts }
}

/** Earlier versions derived no addresses for Bitcoin's networks for tests. */
function isComplete(accounts: DeviceRecord['accounts']): boolean {
  return accounts.some(({ address }) => address.startsWith('bcrt1'))
}

/** What is shown of the server's wallet before it was opened. */
export function toWalletView({
  walletId,
  address,
  accounts,
  factors,
  exportedAt,
  frozenUntil,
}: ServerWallet): WalletView {
  return { walletId, address, accounts, factors, exportedAt, frozenUntil }
}
