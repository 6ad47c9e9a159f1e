import type { ChainId } from '@latchkey/protocol'
import type { KeyValueStore, OperationRecord } from '../device/KeyValueStore.ts'
import { RpcRefusal } from '../gateway/RpcRefusal.ts'
import type { RunLocked } from '../session/createDpop.ts'

/** How many are remembered; the oldest go. */
const most = 200

/** What left this device as operations. */
export type OperationLog = {
  /**
   * Writes one down before it is signed, so that its id is used once, in one tab.
   *
   * @throws RpcRefusal 5720 when the site has used the id before
   */
  claim: (record: OperationRecord) => Promise<void>
  put: (record: OperationRecord) => Promise<void>
  forget: (record: OperationRecord) => Promise<void>
  find: (options: { origin: string; id: string }) => Promise<OperationRecord | undefined>
  /** Those of an account of which nobody has said that they arrived. */
  leaving: (options: { account: string; chainId: ChainId }) => Promise<readonly OperationRecord[]>
}

/** Makes the {@link OperationLog} in the device's store. */
export function createOperationLog({ store, locked }: { store: KeyValueStore; locked: RunLocked }): OperationLog {
  const keyOf = ({ origin, id }: { origin: string; id: string }) => `${origin} ${id}`
  // A store that is full or evicted must not keep anybody from acting.
  const put = (record: OperationRecord) => store.put('operations', keyOf(record), record).catch(() => {})
  const forget = (record: OperationRecord) => store.remove('operations', keyOf(record)).catch(() => {})
  const all = () => store.all('operations').catch(() => [])

  return {
    claim: (record) =>
      locked('latchkey-operations', async () => {
        const known = await store.get('operations', keyOf(record)).catch(() => undefined)
        // The very operation again, of which nobody knew whether it was sent: the server takes it once.
        const isAgain = known?.hash === record.hash && known.id === known.hash
        if (known && !isAgain) throw new RpcRefusal({ code: 'calls_id_taken', rpcCode: 5720 })
        const oldest = (await all()).sort((left, right) => right.at - left.at).slice(most - 1)
        for (const old of oldest) await forget(old)
        await put(record)
      }),
    put,
    forget,
    find: (options) => store.get('operations', keyOf(options)).catch(() => undefined),
    leaving: async ({ account, chainId }) =>
      (await all()).filter(
        (record) => record.state === 'leaving' && record.chainId === chainId && record.account === account,
      ),
  }
}
