import { toBase64Url } from '@latchkey/vault'
import { holdsConfirmedShare } from '../device/deviceSlots.ts'
import type { DeviceRecord, KeyValueStore, SessionRecord } from '../device/KeyValueStore.ts'

/**
 * What this device keeps of a person's wallet: confirmed ones first, and among them the user's own before one of the same address.
 * Found by the server's user id and by the address that the person typed, so that a server cannot hide a wallet by answering with a
 * new user.
 */
export async function findDeviceRecords({
  store,
  projectId,
  person,
}: {
  store: KeyValueStore
  projectId: string
  person: Pick<SessionRecord, 'userId' | 'email' | 'socialProvider'>
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

/** The record that counts for the wallet that the server gives: the user's own confirmed one, another confirmed one, or else one that was cut off on its way. */
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

/** SHA-256 of the normalised address that the person typed; null where a provider gave it, or there is none. */
export async function hashTypedEmail({
  email,
  socialProvider,
}: Pick<SessionRecord, 'email' | 'socialProvider'>): Promise<string | null> {
  // Whoever signs in with a provider may well have another account by that address.
  if (email === null || socialProvider) return null
  const bytes = new TextEncoder().encode(`latchkey-wallet:${email.trim().normalize('NFC').toLowerCase()}`)
  return toBase64Url(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)))
}
