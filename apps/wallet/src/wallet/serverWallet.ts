import type { EndpointResponse } from '@latchkey/protocol/api'
import { ServiceError } from '@latchkey/protocol/errors'
import { getWallet } from '@latchkey/protocol/wallet'
import { fromBase64Url } from '@latchkey/vault'
import { holdsConfirmedShare } from '../device/deviceSlots.ts'
import type { DeviceRecord } from '../device/KeyValueStore.ts'
import type { LoginState } from '../login/createLoginState.ts'
import type { KeyWorkerCalls, SealedWallet } from '../worker/KeyWorkerCalls.ts'
import type { WalletView } from './walletReducer.ts'

/** The server's record of the wallet. */
export type ServerWallet = Extract<EndpointResponse<typeof getWallet>, { exists: true }>

/** Requests the wallet from the server. */
export function readServerWallet(session: LoginState): Promise<EndpointResponse<typeof getWallet>> {
  return session.request(getWallet, {})
}

/**
 * Compares the server's wallet with the one that this device has seen.
 *
 * @throws LatchkeyError `device_mismatch` for another wallet (threat 35), `vault_rolled_back` for an older one (threat 34), unless the
 * wallet's control key signed its return
 */
export async function checkServerWallet({
  server,
  record,
  keys,
}: {
  server: ServerWallet
  record: DeviceRecord | undefined
  keys: Pick<KeyWorkerCalls, 'checkReturn'>
}): Promise<void> {
  // An unconfirmed share proves nothing, because its wallet was never visible to anyone.
  if (!record || !holdsConfirmedShare(record)) return
  if (server.walletId !== record.walletId || server.address.toLowerCase() !== record.address.toLowerCase())
    throw new ServiceError('device_mismatch')
  if (sealedVersionOf(server) >= record.seenVersion) return
  if (!(await mayReturn({ server, record, keys }))) throw new ServiceError('vault_rolled_back')
}

/** Version in the sealed vault. The server's count is higher after an older vault was restored. */
export function sealedVersionOf({ vaultVersion, returned }: Pick<ServerWallet, 'vaultVersion' | 'returned'>): number {
  return returned?.version ?? vaultVersion
}

/** Maximum delay in milliseconds of the recorded last unlock. */
export const seenPrecision = 24 * 60 * 60 * 1000

/** Whether a change of the data key was reverted, and this device did not see the newer vault when it was too late for that. */
async function mayReturn({
  server: { walletId, returned },
  record: { controlKey, seenAt = 0 },
  keys,
}: {
  server: ServerWallet
  record: DeviceRecord
  keys: Pick<KeyWorkerCalls, 'checkReturn'>
}): Promise<boolean> {
  if (!returned || controlKey === undefined || seenAt > returned.until * 1000) return false
  return (await keys.checkReturn({ walletId, controlKey, returned })).isValid
}

/** Converts the server's wallet for the key worker. */
export function toSealedWallet({
  server,
  record,
}: {
  server: ServerWallet
  record: DeviceRecord | undefined
}): SealedWallet {
  const { walletId, address, vault, vaultVersion: counter, factors } = server
  const vaultVersion = sealedVersionOf(server)
  const known = record?.walletId === walletId ? record : undefined
  // `checkServerWallet` has accepted it, even if it is older than the newest that was seen here.
  const seenVersion = Math.min(known?.seenVersion ?? 0, vaultVersion)
  // Only addresses that this device derived for exactly this version; the server's list is not trusted.
  const accounts = known && isComplete(known.accounts) && known.seenVersion === vaultVersion ? known.accounts : null
  return { walletId, address, vault: fromBase64Url(vault), vaultVersion, counter, seenVersion, factors, accounts }
}

/** Earlier versions derived no addresses for Bitcoin test networks. */
function isComplete(accounts: DeviceRecord['accounts']): boolean {
  return accounts.some(({ address }) => address.startsWith('bcrt1'))
}

/** View of the server's wallet before it was unlocked. */
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
