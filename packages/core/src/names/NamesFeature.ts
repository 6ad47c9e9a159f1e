import type { ChainId } from '@latchkey/protocol'
import type { Name, NameSuggestion } from '@latchkey/protocol/api'
import type { Readable } from '../store/Store.ts'
import type { ResolvedName } from './ResolvedName.ts'

/** Who an address is to others. */
export type Identity = {
  /** Its name, normalised (ENSIP-15). */
  name: string | undefined
  /** A picture that the owner chose; from the app's own server alone. */
  image: string | undefined
}

/** What is known of names. */
export type NamesState = {
  /** By address in lower case (EVM), what is known of it on the network in use; an address that nobody asked about is not there. */
  identities: Readonly<Record<string, Identity>>
  /** What names of this site end in, for example `latchkey.eth`; null: the server registers none; undefined: not known yet. */
  zone: string | null | undefined
  /** How many of them one account may have; undefined: not known yet, or the server does not say. */
  perAccount: number | undefined
}

/** What became of the texts of a name. */
export type NameTexts = Pick<Name, 'name' | 'updated_at' | 'attributes'>

/**
 * Names of accounts: whom one stands for, who an address is, and a name of one's own (specification 8, "Names").
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
   * Learns who an address is on the network in use: once, and again after 300 s. What is asked for in one turn is one request of 25 at most,
   * the newest first. What failed is asked again by the first call after 30 s. On another network all that was asked for is forgotten and
   * learnt again. Never throws; the answer is in the state.
   */
  identify: (options: { address: string }) => void
  /** Learns the zone and how many names one account may have, once. Never throws; the answer is in the state. */
  prepare: () => void
  /**
   * Whom a name stands for.
   *
   * @param options.name as typed
   * @param options.chainId the network in use where left out, else the first of the app
   * @throws LatchkeyError `name_not_found`, `name_resolve_failed`
   */
  resolve: (options: { name: string; chainId?: ChainId }) => Promise<ResolvedName>
  /**
   * The very name first, then up to four like it that nobody has.
   *
   * @param options.name a label, or a whole name
   * @throws LatchkeyError `name_invalid`, `names_unavailable`, `name_suggestions_failed`
   */
  suggest: (options: { name: string }) => Promise<readonly NameSuggestion[]>
  /**
   * This server's names of an address, oldest first.
   *
   * @param options.address of the account in use where left out
   * @throws LatchkeyError `name_account_missing`, `malformed_address`, `names_failed`
   */
  list: (options?: { address?: string }) => Promise<readonly Name[]>
  /**
   * Registers a name for the embedded wallet's account in use, which signs for it: the plain account under Ethereum's coin type, the
   * smart account under that of the network in use. A call for the same name while one is open joins it. Where the server's answer is
   * lost the name is looked up before anything is said, and sent again as it was signed.
   *
   * @param options.name a label, or a whole name
   * @throws LatchkeyError `name_account_missing` without an account of the embedded wallet, `name_invalid`, `invalid_chain_id`,
   * `user_rejected`, `account_changed`, `wallet_busy` while another name is signed for, `name_message_expired` when the signature came
   * too late, the server's refusals (`name_taken`, `name_confusable`, …), `name_register_failed` for everything else
   */
  register: (options: { name: string }) => Promise<Name>
  /**
   * Sets texts of a name that the account in use owns, for example `avatar`; an empty one is taken away. It signs as for `register`.
   *
   * @throws LatchkeyError as `register`; `name_not_found`, `name_not_owned`, `name_attributes_invalid`; `name_register_failed` for everything else
   */
  setAttributes: (options: { name: string; attributes: Readonly<Record<string, string>> }) => Promise<NameTexts>
}
