import { privateKeyToAccount } from 'viem/accounts'
import { createSiweMessage } from 'viem/siwe'
import type { FarcasterPerson } from '../world/farcasterPeople.ts'
import { createChannelClient, type SignatureParams } from './createChannelClient.ts'

/**
 * Answers a channel as a person, like their app: reads the request, signs it and sends it.
 *
 * @returns false if the site no longer waits for the answer
 * @example
 * await answerChannel({ ...readChannelLink(url), person })
 */
export async function answerChannel({
  relayUrl,
  channelToken,
  person,
}: {
  relayUrl: string
  channelToken: string
  person: FarcasterPerson
}): Promise<boolean> {
  const client = createChannelClient({ relayUrl, channelToken })
  const request = await client.readRequest()
  return request ? client.send('authenticate', await signRequest({ request, person })) : false
}

/** Declines a request as a person. @returns false if the site no longer waits for the answer */
export function declineChannel(channel: { relayUrl: string; channelToken: string }): Promise<boolean> {
  return createChannelClient(channel).send('decline', {})
}

/** Writes the message that is asked for, and signs it with the person's key. Source: FIP-11. */
async function signRequest({ request, person }: { request: SignatureParams; person: FarcasterPerson }) {
  const { fid, userName, displayName, custody, authAddress } = person
  const signer = privateKeyToAccount((authAddress ?? custody).privateKey)
  const { siweUri, domain, nonce, notBefore, expirationTime, requestId } = request
  const message = createSiweMessage({
    ...{ domain, uri: siweUri, nonce, version: '1', chainId: 10, statement: 'Farcaster Auth' },
    ...{ address: signer.address, issuedAt: new Date(), resources: [`farcaster://fid/${fid}`] },
    ...(notBefore === undefined ? {} : { notBefore: new Date(notBefore) }),
    ...(expirationTime === undefined ? {} : { expirationTime: new Date(expirationTime) }),
    ...(requestId === undefined ? {} : { requestId }),
  })
  return {
    message,
    signature: await signer.signMessage({ message }),
    authMethod: authAddress ? 'authAddress' : 'custody',
    fid,
    username: userName,
    displayName,
  }
}
