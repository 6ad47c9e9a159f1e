import type { ChainNamespace } from '../caip/chainId.ts'

/** The payment that a link requests. */
export type PaymentLink = {
  namespace: ChainNamespace
  /** CAIP-2 reference of an EVM network (`1`); undefined if the link names none, and in other families. */
  chainReference?: string | undefined
  /** Receiver: an address, or on an EVM network a name. Its checksum is not checked here. */
  receiver: string
  /** Contract of an ERC-20 token, or mint; undefined for the native token. */
  token?: string | undefined
  /** In base units if `isBase`, otherwise decimal text of the token; undefined if the payer chooses it. */
  amount?: { text: string; isBase: boolean } | undefined
}

/**
 * Why a link cannot be followed. `request`: a website would write the transaction (Solana Pay transaction requests). `unsupported`: a part
 * is required and not supported; `what` names it. `broken`: the link follows no standard.
 */
export type PaymentLinkRefusal =
  | { problem: 'request' }
  | { problem: 'unsupported'; what: string }
  | { problem: 'broken' }

/** Result of {@link readPaymentLink}. */
export type PaymentLinkReading = { ok: true; link: PaymentLink } | ({ ok: false } & PaymentLinkRefusal)
