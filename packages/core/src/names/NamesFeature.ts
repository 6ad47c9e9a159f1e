import type { ChainId } from '@latchkey/protocol'
import type { Name, NameSuggestion } from '@latchkey/protocol/api'
import type { Readable } from '../store/Store.ts'
import type { ResolvedName } from './ResolvedName.ts'

/** Name and image of an address. */
export type Identity = {
  /** Its name, normalized (ENSIP-15). */
  name: string | undefined
  /** An image that the owner chose, served only by the app's own server. */
  image: string | undefined
}

/** Known names and identities. */
export type NamesState = {
  /** Identities on the current network by address in lower case (EVM). Only requested addresses are present. */
  identities: Readonly<Record<string, Identity>>
  /** Zone of this server's names, for example `latchkey.eth`; null if the server registers none; undefined if unknown. */
  zone: string | null | undefined
  /** Largest number of names per account; undefined if unknown, or if the server does not report it. */
  perAccount: number | undefined
}

/** The changed attributes of a name. */
export type NameTexts = Pick<Name, 'name' | 'updated_at' | 'attributes'>

/**
 * Names of accounts: resolves names, identifies addresses, and registers names (specification 8, "Names").
 *
 * @example
 * latchkey.names.identify({ address })
 * const { name, image } = latchkey.names.getState().identities[address.toLowerCase()] ?? {}
 * @example
 * const [exact] = await latchkey.names.suggest({ name: 'alice' })
 * if (exact && !exact.registered) await latchkey.names.register({ name: exact.name })
 */
export type NamesFeature = Readable<NamesState> & {
  /**
   * Loads the identity of an address on the current network. A cached identity is loaded again after 300 s. Calls in the same task
   * share a request of at most 25 addresses, the newest first. After a failure, the first call after 30 s tries again. A change of
   * the network clears all identities and loads them again. Never throws; the result is in the state.
   */
  identify: (options: { address: string }) => void
  /** Loads the zone and the largest number of names per account, once. Never throws; the result is in the state. */
  prepare: () => void
  /**
   * Resolves a name to an address.
   *
   * @param options.name as typed
   * @param options.chainId default: the current network, else the app's first
   * @throws LatchkeyError `name_not_found`, `name_resolve_failed`
   */
  resolve: (options: { name: string; chainId?: ChainId }) => Promise<ResolvedName>
  /**
   * Returns the exact name first, then up to four similar available ones.
   *
   * @param options.name a label, or a full name
   * @throws LatchkeyError `name_invalid`, `names_unavailable`, `name_suggestions_failed`
   */
  suggest: (options: { name: string }) => Promise<readonly NameSuggestion[]>
  /**
   * Lists this server's names of an address, oldest first.
   *
   * @param options.address default: the current account
   * @throws LatchkeyError `name_account_missing`, `malformed_address`, `names_failed`
   */
  list: (options?: { address?: string }) => Promise<readonly Name[]>
  /**
   * Registers a name for the embedded wallet's current account, which signs for it. The EOA uses Ethereum's coin type, and the smart
   * account that of the current network. A call for the same name joins an open one. After a lost answer, the name is looked up and, if
   * necessary, the same signed message is sent again.
   *
   * @param options.name a label, or a full name
   * @throws LatchkeyError
   * - `name_account_missing` without an account of the embedded wallet
   * - `name_invalid`, `invalid_chain_id`, `user_rejected`, `account_changed`
   * - `wallet_busy` during the registration of another name
   * - `name_message_expired` if the signature was late
   * - refusals of the server (`name_taken`, `name_confusable`, …)
   * - `name_register_failed` for everything else
   */
  register: (options: { name: string }) => Promise<Name>
  /**
   * Sets attributes of a name that the current account owns, for example `avatar`. An empty value removes one. Signs as in `register`.
   *
   * @throws LatchkeyError as in `register`; `name_not_found`, `name_not_owned`, `name_attributes_invalid`; `name_register_failed` for
   *   everything else
   */
  setAttributes: (options: { name: string; attributes: Readonly<Record<string, string>> }) => Promise<NameTexts>
}
