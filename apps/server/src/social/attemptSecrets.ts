import type { ProvenIdentity } from '../auth/ProvenIdentity.ts'
import type { Sealer } from '../platform/crypto/Sealer.ts'
import type { AttemptRow } from './attemptStore.ts'

/** What only the server may know of an attempt that is under way. */
export type AttemptSecrets =
  | {
      kind: 'oauth'
      /** Repeated by an id_token. */
      nonce: string
      /** The secret half of PKCE. */
      verifier: string
    }
  | { kind: 'channel'; nonce: string; channelToken: string }

/** How the two digits are stored: only with the key and the attempt do they say anything. */
export function hashNumber({ id, number, sealer }: { id: string; number: string; sealer: Sealer }): Uint8Array {
  return sealer.mac({ purpose: 'social-number', data: `${id}|${number}` })
}

/** Seals what only the server may know, as columns of the attempt. */
export async function sealSecrets({ id, secrets, sealer }: { id: string; secrets: AttemptSecrets; sealer: Sealer }) {
  const { box, kekId } = await sealer.seal({ plaintext: toBytes(secrets), context: secretsOf(id) })
  return { sealedSecrets: box, secretsKekId: kekId }
}

/** What only the server may know; undefined where there is nothing, or no more. */
export async function openSecrets({
  attempt: { id, sealedSecrets: box, secretsKekId: kekId },
  sealer,
}: {
  attempt: AttemptRow
  sealer: Sealer
}): Promise<AttemptSecrets | undefined> {
  return box && kekId ? fromBytes(await sealer.open({ sealed: { box, kekId }, context: secretsOf(id) })) : undefined
}

/** Seals who was proven, as columns of the attempt. */
export async function sealIdentity({ id, identity, sealer }: { id: string; identity: ProvenIdentity; sealer: Sealer }) {
  const { box, kekId } = await sealer.seal({ plaintext: toBytes(identity), context: identityOf(id) })
  return { sealedIdentity: box, identityKekId: kekId }
}

/** Who was proven; undefined where nobody is, or no more. */
export async function openIdentity({
  attempt: { id, sealedIdentity: box, identityKekId: kekId },
  sealer,
}: {
  attempt: AttemptRow
  sealer: Sealer
}): Promise<ProvenIdentity | undefined> {
  return box && kekId ? fromBytes(await sealer.open({ sealed: { box, kekId }, context: identityOf(id) })) : undefined
}

/** Where the sealed secrets of an attempt belong. */
export const secretsOf = (id: string) => `social:${id}`
/** Where the sealed identity of an attempt belongs. */
export const identityOf = (id: string) => `social-identity:${id}`
const toBytes = (value: AttemptSecrets | ProvenIdentity) => Buffer.from(JSON.stringify(value))
const fromBytes = (bytes: Uint8Array) => JSON.parse(Buffer.from(bytes).toString())
