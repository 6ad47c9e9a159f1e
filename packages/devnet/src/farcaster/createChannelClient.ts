/** Request of a site. Source: FIP-11, in the format of relays. */
export type SignatureParams = {
  siweUri: string
  domain: string
  nonce: string
  notBefore?: string
  expirationTime?: string
  requestId?: string
}

/** Asks a relay about one channel. */
export type ChannelClient = {
  /** Reads the site's request; undefined if the site no longer waits for an answer. */
  readRequest: () => Promise<SignatureParams | undefined>
  /** Hands an answer over. @returns whether the relay took it */
  send: (path: 'authenticate' | 'decline', body: object) => Promise<boolean>
}

/** Milliseconds for one request. */
const timeout = 10_000

/** Creates the app's side of a channel. */
export function createChannelClient({
  relayUrl,
  channelToken,
}: {
  relayUrl: string
  channelToken: string
}): ChannelClient {
  const ask = (path: string, init: RequestInit = {}) =>
    fetch(`${relayUrl.replace(/\/+$/, '')}/v1/channel/${path}`, {
      ...init,
      headers: { authorization: `Bearer ${channelToken}`, 'content-type': 'application/json' },
      signal: AbortSignal.timeout(timeout),
    })

  return {
    readRequest: async () => {
      const response = await ask('status')
      const { signatureParams } = (await response.json()) as { signatureParams: SignatureParams }
      return response.status === 202 ? signatureParams : undefined
    },
    send: async (path, body) => {
      const response = await ask(path, { method: 'POST', body: JSON.stringify(body) })
      await response.body?.cancel()
      return response.status === 201
    },
  }
}
