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
   * The name that an address calls itself in ENS, where that name stands for the address; else the oldest that it has here.
   *
   * @throws LatchkeyError `name_resolve_failed`
   */
  identify: (options: { address: EvmAddress }) => Promise<Name | undefined>
}
