import { buildAppLink, type LinkDevice, type LinkListing, type WalletLink } from './buildAppLink.ts'

/**
 * Builds the link that opens a paired wallet where a request waits: `…/wc?requestId=…&sessionTopic=…`, in which wallets know
 * that nothing new is to be paired.
 *
 * @param options.requestId the request's JSON-RPC id, where it is known
 * @returns undefined where the wallet has no such way here, or its link may not be followed
 * @example
 * buildRequestLink({ listing, topic, requestId: 1700000000000000, choice: 'mobile', device })
 * // { href: 'metamask://wc?requestId=1700000000000000&sessionTopic=7f6e…', target: '_self' }
 */
export function buildRequestLink({
  listing,
  topic,
  requestId,
  choice,
  device,
}: {
  listing: LinkListing
  /** The session's: 64 hexadecimal digits. */
  topic: string
  requestId?: number | undefined
  choice: 'mobile' | 'desktop' | 'web'
  device: LinkDevice
}): WalletLink | undefined {
  const parameters = `${requestId === undefined ? '' : `requestId=${requestId}&`}sessionTopic=${topic}`
  return buildAppLink({ listing, parameters, choice, device })
}
