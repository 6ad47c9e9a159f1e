import { ServiceError } from '@latchkey/protocol/errors'
import { reportOfflineExport } from '@latchkey/protocol/wallet'
import type { OfflineExportRecord } from '../device/KeyValueStore.ts'
import { findDeviceRecords } from './findDeviceRecords.ts'
import type { WalletContext } from './WalletContext.ts'

/** Exports that this device made while the server did not answer: shown here, and reported as soon as it answers. */
export type OfflineExports = {
  /** Records one. Resolves when it is on disk. */
  note: (kind: OfflineExportRecord['kind']) => Promise<void>
  /** Those of the logged-in user, the newest first. */
  list: () => Promise<OfflineExportRecord[]>
  /** Reports those that are not reported yet. Failed ones stay for the next time. */
  report: () => Promise<void>
}

/** Permanent refusals: a report of another user's wallet, or of none. */
const hopeless = ['wallet_unknown', 'device_not_enrolled']

/** Creates {@link OfflineExports}. One tab at a time reports; the server records each report once. */
export function createOfflineExports({
  context: { session, store, locked, projectId, now, randomUUID },
}: {
  context: Pick<WalletContext, 'session' | 'store' | 'locked' | 'projectId' | 'now' | 'randomUUID'>
}): OfflineExports {
  const list = async () => {
    const person = session.current()
    const all = person ? await store.all('offlineExports') : []
    return all
      .filter((one) => one.projectId === projectId && one.userId === person?.userId)
      .sort((one, other) => other.at - one.at)
  }
  const report = async () => {
    for (const record of (await list()).reverse()) {
      if (record.isReported) continue
      const { id, kind, at } = record
      try {
        const body = { reportId: id, kind, at: new Date(at).toISOString() }
        await session.request(reportOfflineExport, { body })
      } catch (error) {
        if (!(error instanceof ServiceError) || !hopeless.includes(error.code)) return
      }
      await store.put('offlineExports', id, { ...record, isReported: true })
    }
  }
  return {
    note: async (kind) => {
      const person = session.current()
      if (!person) throw new ServiceError('session_ended')
      const [record] = await findDeviceRecords({ store, projectId, person })
      if (!record) throw new ServiceError('recovery_failed')
      const id = randomUUID()
      const { walletId } = record
      const noted = { id, projectId, userId: person.userId, walletId, kind, at: now(), isReported: false }
      await store.put('offlineExports', id, noted)
    },
    list,
    report: () => locked(`latchkey-wallet-exports:${projectId}`, report),
  }
}
