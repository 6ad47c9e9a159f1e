import { ServiceError } from '@latchkey/protocol/errors'
import type { DeviceRecord, LoginRecord } from '../device/KeyValueStore.ts'
import type { SealedWallet } from '../worker/KeyWorkerCalls.ts'
import { findDeviceRecords, hashTypedEmail, pickDeviceRecord } from './findDeviceRecords.ts'
import { checkServerWallet, readServerWallet, type ServerWallet, toSealedWallet } from './serverWallet.ts'
import type { WalletContext } from './WalletContext.ts'

/** Records of the user's wallet: those of this device, and the server's. */
export type WalletRecords = {
  /** The login. @throws LatchkeyError `session_ended` without one */
  person: () => LoginRecord
  /** This device's records; see {@link findDeviceRecords}. */
  find: () => Promise<DeviceRecord[]>
  keep: (record: DeviceRecord) => Promise<void>
  /** Returns a record of this device for a wallet whose share the server has not accepted yet. */
  draft: (
    fields: Pick<DeviceRecord, 'walletId' | 'address' | 'key' | 'accounts' | 'factors'>,
  ) => Promise<Omit<DeviceRecord, 'pending'>>
  /** Runs work while no other tab of this device does. */
  exclusively: <T>(work: () => Promise<T>) => Promise<T>
  /**
   * The server's current wallet, checked against this device's record of it.
   *
   * @throws LatchkeyError `wallet_unknown`, `vault_rolled_back`, `device_mismatch`
   */
  readServer: () => Promise<{ server: ServerWallet; record: DeviceRecord | undefined; sealed: SealedWallet }>
}

/** Creates {@link WalletRecords}. */
export function createWalletRecords({
  context: { session, store, keys, projectId, locked },
}: {
  context: WalletContext
}): WalletRecords {
  const person = () => {
    const current = session.current()
    if (!current) throw new ServiceError('session_ended')
    return current
  }
  const find = async () => findDeviceRecords({ store, projectId, person: person() })
  return {
    person,
    find,
    keep: (record) => store.put('wallets', record.walletId, record),
    draft: async (fields) => {
      const { userId, deviceId } = person()
      const emailHash = await hashTypedEmail(person())
      return { ...fields, projectId, userId, deviceId, emailHash, seenVersion: 0, current: null }
    },
    exclusively: (work) => locked(`latchkey-wallet-device:${projectId}`, work),
    readServer: async () => {
      const [server, records] = await Promise.all([readServerWallet(session), find()])
      if (!server.exists) throw new ServiceError('wallet_unknown')
      const record = pickDeviceRecord({ records, walletId: server.walletId })
      await checkServerWallet({ server, record, keys })
      return { server, record, sealed: toSealedWallet({ server, record }) }
    },
  }
}
