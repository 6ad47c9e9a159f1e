import type { EvmAddress } from '@latchkey/protocol'
import type { Name } from '@latchkey/protocol/api'

/** Looks up names and their addresses. */
export type NameService = {
  /**
   * Returns the name with its addresses.
   *
   * @param options.name as typed; it is normalized (ENSIP-15)
   * @returns the name, or undefined if it is not registered or has no address. `age` is in seconds. It is undefined for a name of this
   * server's zone, which is read each time
   * @throws LatchkeyError `name_resolve_failed` if it cannot be looked up now, which never counts as an unregistered name
   */
  resolve: (options: { name: string }) => Promise<{ value: Name | undefined; age: number | undefined }>
  /**
   * Returns the ENS name that an address claims, if that name resolves to the address. Else returns its oldest name on this server that
   * does.
   *
   * @param options.coinType network (ENSIP-11) on which the name must resolve to the address. 0x80000000 is no network, but the default. A
   * name of this server must then do so on every network without a separate address, and an ENS name on Ethereum
   * @returns `isFinal` is false for a name of this server if ENS was unreachable or answers off the chain, because an ENS name would take
   * precedence
   * @throws LatchkeyError `name_resolve_failed` if ENS was unreachable and this server has no name of the address
   */
  identify: (options: {
    address: EvmAddress
    coinType: number
  }) => Promise<{ value: Name | undefined; isFinal: boolean }>
}
