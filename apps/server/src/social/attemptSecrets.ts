import type { ProvenIdentity } from '../auth/ProvenIdentity.ts'
import type { Sealer } from '../platform/crypto/Sealer.ts'
import type { AttemptRow } from './attemptStore.ts'

/** Server-only data of an open attempt. */
export type AttemptSecrets =
  | {
      kind: 'oauth'
      /** Returned in the ID token. */
      nonce: string
      /** The secret half of PKCE. */
      verifier: string
    }
  | { kind: 'channel'; nonce: string; channelToken: string }

/** Hashes the two digits for storage. Without the key and the attempt, the hash reveals nothing. */
export function hashNumber({ id, number, sealer }: { id: string; number: string; sealer: Sealer }): Uint8Array {
  return sealer.mac({ purpose: 'social-number', data: `${id}|${number}` })
}

/** Seals the server-only data as columns of the attempt. */
export async function sealSecrets({ id, secrets, sealer }: { id: string; secrets: AttemptSecrets; sealer: Sealer }) {
  const { box, kekId } = await sealer.seal({ plaintext: toBytes(secrets), context: secretsOf(id) })
  return { sealedSecrets: box, secretsKekId: kekId }
}

/** Opens the server-only data. Returns undefined if there is none, or none any more. */
export async function openSecrets({
  attempt: { id, sealedSecrets: box, secretsKekId: kekId },
  sealer,
}: {
  attempt: AttemptRow
  sealer: Sealer
}): Promise<AttemptSecrets | undefined> {
  return box && kekId ? fromBytes(await sealer.open({ sealed: { box, kekId }, context: secretsOf(id) })) : undefined
}

/** Seals the proven login method as columns of the attempt. */
export async function sealIdentity({ id, identity, sealer }: { id: string; identity: ProvenIdentity; sealer: Sealer }) {
  const { box, kekId } = await sealer.seal({ plaintext: toBytes(identity), context: identityOf(id) })
  return { sealedIdentity: box, identityKekId: kekId }
}

/** Opens the proven login method. Returns undefined if there is none, or none any more. */
export async function openIdentity({
  attempt: { id, sealedIdentity: box, identityKekId: kekId },
  sealer,
}: {
  attempt: AttemptRow
  sealer: Sealer
}): Promise<ProvenIdentity | undefined> {
  return box && kekId ? fromBytes(await sealer.open({ sealed: { box, kekId }, context: identityOf(id) })) : undefined
}

/** Sealing context of an attempt's secrets. */
export const secretsOf = (id: string) => `social:${id}`
/** Sealing context of an attempt's login method. */
export const identityOf = (id: string) => `social-identity:${id}`
const toBytes = (value: AttemptSecrets | ProvenIdentity) => Buffer.from(JSON.stringify(value))
const fromBytes = (bytes: Uint8Array) => JSON.parse(Buffer.from(bytes).toString())
