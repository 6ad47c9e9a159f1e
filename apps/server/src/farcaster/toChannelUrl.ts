/**
 * Returns the link that opens an app for a channel. Apps read the token from it.
 *
 * @example toChannelUrl({ app: 'https://farcaster.xyz/~/siwf', channelToken: 'abc' }) // 'https://farcaster.xyz/~/siwf?channelToken=abc'
 */
export function toChannelUrl({ app, channelToken }: { app: string; channelToken: string }): string {
  const url = new URL(app)
  url.searchParams.set('channelToken', channelToken)
  return url.href
}
