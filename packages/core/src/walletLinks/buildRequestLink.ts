import { buildAppLink, type LinkDevice, type LinkListing, type WalletLink } from './buildAppLink.ts'

/**
 * Builds the link that opens a paired wallet at a waiting request: `…/wc?requestId=…&sessionTopic=…`. The parameters tell the wallet that
 * this is not a new pairing.
 *
 * @param options.requestId the request's JSON-RPC ID, if known
 * @returns undefined if the wallet has no such link for this device, or its link must not be followed
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
  /** Topic of the WalletConnect session: 64 hexadecimal digits. */
  topic: string
  requestId?: number | undefined
  choice: 'mobile' | 'desktop' | 'web'
  device: LinkDevice
}): WalletLink | undefined {
  const parameters = `${requestId === undefined ? '' : `requestId=${requestId}&`}sessionTopic=${topic}`
  return buildAppLink({ listing, parameters, choice, device })
}
