import type { EvmAddress } from '@latchkey/protocol'
import type { Name } from '@latchkey/protocol/api'

/** Names and whom they stand for. */
export type NameService = {
  /**
   * Whom a name stands for.
   *
   * @param options.name as typed; it is normalised (ENSIP-15)
   * @returns the name, undefined where nobody has it or it has no address, and for how many seconds that is known
   * @throws LatchkeyError `name_resolve_failed` when nobody can say right now: that is never taken for a name nobody has
   */
  resolve: (options: { name: string }) => Promise<{ value: Name | undefined; age: number }>
  /**
   * The name that an address calls itself, where that name stands for the address.
   *
   * @throws LatchkeyError `name_resolve_failed`
   */
  identify: (options: { address: EvmAddress }) => Promise<Name | undefined>
}
