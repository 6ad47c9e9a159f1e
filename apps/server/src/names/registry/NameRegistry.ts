import type { EvmAddress } from '@latchkey/protocol'
import type { Name } from '@latchkey/protocol/api'

/** Signed request about a name, as received. Source: `registerName`, `setNameAttributes` and `setNameAddress` of the protocol. */
export type NameRequest = {
  message: string
  signature: `0x${string}`
  coin_type: number
  address: string
}

/** Caller, for the limits by project and by IP address. A request can omit the project. */
export type NameCaller = { projectId: string | undefined; ip: string }

/**
 * The names of this server's zone: `label.zone`. A name has one owner, the account that registered it. It has one address per coin type
 * (ENSIP-11), each proved by a signature. Names are passed in normal form, with their zone.
 *
 * @example
 * const name = await registry.register({ request, caller })
 * await registry.addressOf({ name: name.name, coinType: 60 })
 */
export type NameRegistry = {
  /** Suffix of all names, without a leading dot. */
  readonly zone: string
  /** @returns undefined if it is not registered */
  read: (options: { name: string }) => Promise<Name | undefined>
  /** Returns the names with an address under any coin type, oldest first: 20 at most. */
  list: (options: { address: EvmAddress }) => Promise<readonly Name[]>
  /**
   * Returns the address of a name under a coin type: the one recorded for it. For other EVM coin types it falls back to an address that a
   * key proved, because an EOA is the same on every network and a contract is not. The fallback is the address of Ethereum (60), else the
   * owner's. Another account's address under a different coin type counts only there. `Name.addresses[…].everywhere` marks the fallback.
   */
  addressOf: (options: { name: string; coinType: number }) => Promise<EvmAddress | undefined>
  /** Returns the oldest name whose {@link NameRegistry.addressOf} under the coin type is this address. */
  primaryOf: (options: { address: EvmAddress; coinType: number }) => Promise<Name | undefined>
  /** Returns the unavailable labels: registered, reserved, blocked, similar to a registered one, or invalid. Takes one query. */
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
