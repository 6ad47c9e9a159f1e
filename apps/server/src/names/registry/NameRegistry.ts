import type { EvmAddress } from '@latchkey/protocol'
import type { Name } from '@latchkey/protocol/api'

/** What somebody signed about a name, as it came in. Source: `registerName`, `setNameAttributes` and `setNameAddress` of the protocol. */
export type NameRequest = {
  message: string
  signature: `0x${string}`
  coin_type: number
  address: string
}

/** Who asks: limits count by project, and by IP address. A request may name no project. */
export type NameCaller = { projectId: string | undefined; ip: string }

/**
 * The names of this server's own zone: `label.zone`. A name has one owner, the account that registered it, and stands for one address
 * per coin type (ENSIP-11), each of which proved itself by a signature. Names are given in normal form, with their zone.
 *
 * @example
 * const name = await registry.register({ request, caller })
 * await registry.addressOf({ name: name.name, coinType: 60 })
 */
export type NameRegistry = {
  /** What all names end in, without a dot before it. */
  readonly zone: string
  /** @returns undefined where nobody has it */
  read: (options: { name: string }) => Promise<Name | undefined>
  /** The names that stand for an address under any coin type, oldest first: 20 at most. */
  list: (options: { address: EvmAddress }) => Promise<readonly Name[]>
  /**
   * Whom a name stands for under a coin type: the address that is recorded there. Else, for the coin types of Ethereum's family, one that
   * was proved by a key, for that is the same account on every network, and a contract's is not: that of Ethereum (60), else the owner's own.
   * Somebody else's under another coin type counts there alone. `Name.addresses[…].everywhere` says which it is.
   */
  addressOf: (options: { name: string; coinType: number }) => Promise<EvmAddress | undefined>
  /** The oldest name of an address whose {@link NameRegistry.addressOf} under the coin type is this address. */
  primaryOf: (options: { address: EvmAddress; coinType: number }) => Promise<Name | undefined>
  /** Of several labels those that cannot be had: registered, reserved, blocked, like a registered one, or no labels. One query. */
  unavailable: (options: { labels: readonly string[] }) => Promise<ReadonlySet<string>>
  /** @throws LatchkeyError the codes of `registerName` */
  register: (options: { request: NameRequest; caller: NameCaller }) => Promise<Name>
  /** @throws LatchkeyError the codes of `setNameAttributes` */
  setAttributes: (options: { name: string; request: NameRequest; caller: NameCaller }) => Promise<Name>
  /** @throws LatchkeyError the codes of `setNameAddress` */
  setAddress: (options: {
    name: string
    request: NameRequest & { owner?: { signature: `0x${string}` } | undefined }
    caller: NameCaller
  }) => Promise<Name>
}
