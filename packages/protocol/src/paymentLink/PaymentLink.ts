import type { ChainNamespace } from '../caip/chainId.ts'

/** What a payment link asks for. */
export type PaymentLink = {
  namespace: ChainNamespace
  /** CAIP-2 reference of an EVM network (`1`); undefined where the link names none, and on other families. */
  chainReference?: string | undefined
  /** Who is paid: an address; on an EVM network also a name. Its checksum is not checked here. */
  receiver: string
  /** Contract of an ERC-20 token, or mint; undefined for the network's coin. */
  token?: string | undefined
  /** In base units where `isBase`, else decimal text of the asset; undefined where the payer chooses. */
  amount?: { text: string; isBase: boolean } | undefined
}

/**
 * Why a link cannot be followed: `request` lets a website write what is signed (Solana Pay transaction requests); `unsupported` has a
 * part that would have to be honoured and is not, named by `what`; `broken` follows no standard.
 */
export type PaymentLinkRefusal =
  | { problem: 'request' }
  | { problem: 'unsupported'; what: string }
  | { problem: 'broken' }

/** What {@link readPaymentLink} answers. */
export type PaymentLinkReading = { ok: true; link: PaymentLink } | ({ ok: false } & PaymentLinkRefusal)
