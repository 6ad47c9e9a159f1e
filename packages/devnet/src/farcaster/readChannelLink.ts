/** A channel, and the relay that keeps it. */
export type ChannelLink = { relayUrl: string; channelToken: string }

/**
 * Reads the link that opens the sandbox app: `?channelToken=…&relay=…`. The relay is one of this machine, whatever the link says.
 *
 * @returns undefined when it is no such link
 * @example readChannelLink('http://localhost:7105/farcaster?relay=http%3A%2F%2Flocalhost%3A7101%2Ffarcaster&channelToken=abc')
 */
export function readChannelLink(text: string): ChannelLink | undefined {
  const link = toUrl(text.trim())
  const channelToken = link?.searchParams.get('channelToken')
  const relay = toUrl(link?.searchParams.get('relay') ?? '')
  if (!channelToken || !relay || !/^https?:$/.test(relay.protocol)) return undefined
  if (!/(^|\.)localhost$|^127\.0\.0\.1$|^\[::1\]$/.test(relay.hostname)) return undefined
  return { relayUrl: relay.href, channelToken }
}

function toUrl(text: string): URL | undefined {
  return URL.canParse(text) ? new URL(text) : undefined
}
