import type { ChainId } from '@latchkey/protocol'
import type { KeyValueStore, OperationRecord } from '../device/KeyValueStore.ts'
import { RpcRefusal } from '../gateway/RpcRefusal.ts'
import type { RunLocked } from '../login/createDpop.ts'

/** Number of remembered operations; the oldest are dropped. */
const most = 200

/** Operations that this device sent. */
export type OperationLog = {
  /**
   * Records an operation before it is signed, so that its ID is used once, in one tab.
   *
   * @throws RpcRefusal 5720 if the site has used the ID before
   */
  claim: (record: OperationRecord) => Promise<void>
  put: (record: OperationRecord) => Promise<void>
  forget: (record: OperationRecord) => Promise<void>
  find: (options: { origin: string; id: string }) => Promise<OperationRecord | undefined>
  /** Returns an account's operations whose arrival is not confirmed. */
  leaving: (options: { account: string; chainId: ChainId }) => Promise<readonly OperationRecord[]>
}

/** Creates the {@link OperationLog} in the device's store. */
export function createOperationLog({ store, locked }: { store: KeyValueStore; locked: RunLocked }): OperationLog {
  const keyOf = ({ origin, id }: { origin: string; id: string }) => `${origin} ${id}`
  // A full or evicted store must not block a request.
  const put = (record: OperationRecord) => store.put('operations', keyOf(record), record).catch(() => {})
  const forget = (record: OperationRecord) => store.remove('operations', keyOf(record)).catch(() => {})
  const all = () => store.all('operations').catch(() => [])

  return {
    claim: (record) =>
      locked('latchkey-operations', async () => {
        const known = await store.get('operations', keyOf(record)).catch(() => undefined)
        // The same operation again, after an unknown outcome: the server accepts it once.
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
