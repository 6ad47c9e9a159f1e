import type { EvmAddress } from '@latchkey/protocol'
import type { Name } from '@latchkey/protocol/api'

/** Names and whom they stand for. */
export type NameService = {
  /**
   * Whom a name stands for.
   *
   * @param options.name as typed; it is normalised (ENSIP-15)
   * @returns the name, undefined where nobody has it or it has no address, and for how many seconds that is known; `age` undefined for a
   * name of this server's own, which is read each time
   * @throws LatchkeyError `name_resolve_failed` when nobody can say right now: that is never taken for a name nobody has
   */
  resolve: (options: { name: string }) => Promise<{ value: Name | undefined; age: number | undefined }>
  /**
   * The name that an address calls itself in ENS, where that name stands for the address; else the oldest that it has here and that stands
   * for it.
   *
   * @param options.coinType the network (ENSIP-11) on which the name is to stand for the address. 0x80000000, which is no network's: a name
   * of this server's own is to do so on all that have no address of their own, one of ENS on Ethereum
   * @returns `isFinal` is false for a name of this server's own where ENS could not be asked, or keeps its word off the chain: it may know
   * another, which comes first
   * @throws LatchkeyError `name_resolve_failed` where ENS could not be asked and there is none here
   */
  identify: (options: {
    address: EvmAddress
    coinType: number
  }) => Promise<{ value: Name | undefined; isFinal: boolean }>
}
