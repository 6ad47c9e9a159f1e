import { toBase64Url } from '@latchkey/vault'
import { holdsConfirmedShare } from '../device/deviceSlots.ts'
import type { DeviceRecord, KeyValueStore, LoginRecord } from '../device/KeyValueStore.ts'

/**
 * Returns this device's records of a user's wallet: confirmed ones first, and among them the user's own before one of the same
 * address. Finds them by the server's user ID and by the entered address, so that a server cannot hide a wallet by answering with a
 * new user.
 */
export async function findDeviceRecords({
  store,
  projectId,
  person,
}: {
  store: KeyValueStore
  projectId: string
  person: Pick<LoginRecord, 'userId' | 'email' | 'socialProvider'>
}): Promise<DeviceRecord[]> {
  const emailHash = await hashTypedEmail(person)
  const rank = (record: DeviceRecord) =>
    2 * Number(holdsConfirmedShare(record)) + Number(record.userId === person.userId)
  return (await store.all('wallets'))
    .filter((record) => record.projectId === projectId)
    .filter(
      (record) =>
        record.userId === person.userId || (emailHash !== null && record.emailHash === emailHash && !record.isLeft),
    )
    .sort((left, right) => rank(right) - rank(left))
}

/**
 * Returns the record for the server's wallet: the user's own confirmed one, another confirmed one, or else one that was cut off on its
 * way.
 */
export function pickDeviceRecord({
  records,
  walletId,
}: {
  records: readonly DeviceRecord[]
  walletId: string
}): DeviceRecord | undefined {
  const [first] = records
  return holdsConfirmedShare(first) ? first : records.find((record) => record.walletId === walletId)
}

/** Returns SHA-256 of the normalized address that the visitor entered; null if a provider gave it, or there is none. */
export async function hashTypedEmail({
  email,
  socialProvider,
}: Pick<LoginRecord, 'email' | 'socialProvider'>): Promise<string | null> {
  // A user of a provider may well have another account with that address.
  if (email === null || socialProvider) return null
  const bytes = new TextEncoder().encode(`latchkey-wallet:${email.trim().normalize('NFC').toLowerCase()}`)
  return toBase64Url(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)))
}
